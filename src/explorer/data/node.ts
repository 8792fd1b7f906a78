import { createClient, type Client } from "../../client/index.js";
import { BASE } from "../places.js";

/** The node, through the server of the page: nothing else is asked (the page's policy allows nothing else). */
export const node: Client = createClient({
  url: `${globalThis.location.origin}${BASE}/api`,
  timeoutMs: 20_000,
});
