import { once } from "node:events";
import { createServer } from "node:net";
import { listenLocally } from "./listen-locally.js";

/** A port of loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenLocally(server);
  server.close();
  await once(server, "close");
  return port;
}
