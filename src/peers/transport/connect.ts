import type { Client } from "../../client/create-client.js";
import type { KnownRecords } from "./read-answer.js";

/**
 * Returns a client for the node at a host: over HTTP in a real node, within the process in a simulation. Every call is
 * limited in size and time and throws only `ChainError`. In its answers null may stand for a known record.
 */
export type Connect = (host: string, known?: KnownRecords) => Client;
