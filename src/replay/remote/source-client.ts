import type { Client, SystemRequests } from "../../client/index.js";

/** What is asked of a node whose chain is read from elsewhere. */
export type SourceClient = SystemRequests & Pick<Client, "request" | "inspect">;
