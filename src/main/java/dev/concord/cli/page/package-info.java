/** What the page of a run says, section by section: from an outcome to the report's values. */
package dev.concord.cli.page;
