import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Makes a server listen at a free port of loopback, and returns the port. */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
