import { ask } from "../rpc/support/http.js";
import { RawSocket } from "../rpc/support/raw-socket.js";
import { startRpc } from "../rpc/support/rpc-harness.js";
import { percentile } from "./paced.js";

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const SOCKETS = 500;
const PINGS = 1000;

/** The time of a Ping beside five hundred sockets that send single bytes slowly. */
export async function bench(): Promise<Row[]> {
  const { server, url } = await startRpc();
  const sockets: RawSocket[] = [];
  try {
    for (let index = 0; index < SOCKETS; index += 1) {
      const socket = await RawSocket.open(url);
      socket.write("G");
      sockets.push(socket);
    }
    const times: number[] = [];
    for (let index = 0; index < PINGS; index += 1) {
      sockets[index % SOCKETS]?.write("E");
      const startedMs = performance.now();
      await ask(url, "/ping");
      times.push(performance.now() - startedMs);
    }
    times.sort((left, right) => left - right);
    return [{ name: `Ping beside ${SOCKETS} slow sockets, p99`, value: percentile(times, 0.99), unit: "ms" }];
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.close(0);
  }
}
