import { nodeNotFound } from "../../src/client/errors.js";
import type { Client } from "../../src/client/index.js";

/** The same node as one of 2.1 or of an earlier version, which do not have StateAt. */
export function withoutStateAt(client: Client): Client {
  return {
    ...client,
    stateAt: () => Promise.reject(nodeNotFound({ message: "Api not found. ", url: client.url })),
  };
}
