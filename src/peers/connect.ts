import type { Client } from "../client/create-client.js";

/**
 * A way to other nodes: the client of the node at a host. Over HTTP in a real node, within the process in a simulation.
 * Every call is capped in size and time and throws nothing but a `ChainError`.
 */
export type Connect = (host: string) => Client;
