import { createClient, type Client } from "../../client/index.js";
import { BASE } from "../places.js";

/** The client of the node that serves the page. The page's policy allows no other server. */
export const node: Client = createClient({
  url: `${globalThis.location.origin}${BASE}/api`,
  timeoutMs: 20_000,
});
