import type { Client } from "../client/create-client.js";
import type { KnownRecords } from "./read-answer.js";

/**
 * A way to other nodes: the client of the node at a host. Over HTTP in a real node, within the process in a simulation.
 * Every call is capped in size and time and throws nothing but a `ChainError`. In its answers null may stand for each
 * record that is known.
 */
export type Connect = (host: string, known?: KnownRecords) => Client;
