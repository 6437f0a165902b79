/** The partition problem on must-link components. */
package dev.concord.partition.contract;
