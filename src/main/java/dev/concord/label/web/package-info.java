/** The server of the page on which people answer questions. */
package dev.concord.label.web;
