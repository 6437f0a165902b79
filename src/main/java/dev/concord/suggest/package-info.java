/** Active selection of the pairs to be judged next. */
package dev.concord.suggest;
