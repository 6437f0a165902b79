/** The product cut: a likelihood of the partition under random walks with restart. */
package dev.concord.method.productcut;
