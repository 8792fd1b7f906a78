import { createClient, type Client } from "../../client/index.js";
import { BASE } from "../places.js";

/** A client of the node that serves the page, and what the node's answers to it say beside their data. */
export interface Asking {
  readonly node: Client;
  /** The height of the main chain that the answers were read from: the lowest of them. Null when none names one, as of 2.1 nodes. */
  readonly height: () => number | null;
  /** For how many seconds the server has been behind the network; null when it is not. */
  readonly lagSeconds: () => number | null;
}

/** Begins to ask. With `isFirst` the question goes before all that wait for a connection, once. */
export function beginAsking({ isFirst = false }: { readonly isFirst?: boolean } = {}): Asking {
  let height: number | null = null;
  let lagSeconds: number | null = null;
  const node = createClient({
    url: `${globalThis.location.origin}${BASE}/api`,
    timeoutMs: 20_000,
    retries: isFirst ? 0 : 2,
    fetch: async (url, options) => {
      const response = await fetch(url, { ...options, priority: isFirst ? "high" : "auto" });
      const [told, lag] = [response.headers.get("chain-height"), response.headers.get("chain-lag")];
      if (told !== null) height = Math.min(height ?? Infinity, Number(told));
      lagSeconds = lag === null ? null : Number(lag);
      return response;
    },
  });
  return { node, height: () => height, lagSeconds: () => lagSeconds };
}
