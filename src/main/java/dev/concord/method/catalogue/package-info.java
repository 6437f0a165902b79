/** Every method there is, by name. */
package dev.concord.method.catalogue;
