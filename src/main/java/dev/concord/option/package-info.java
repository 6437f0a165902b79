/**
 * Options of methods: declared once, read by configuration, documents and the methods themselves.
 */
package dev.concord.option;
