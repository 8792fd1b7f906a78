import { Agent, get } from "node:http";
import { connect } from "node:net";
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { makeTempDirectory } from "../support/temp-store.js";
import type { Fault } from "./fault.js";
import { killHammered, startSurely } from "./hammered-node.js";

const ADDRESSES = 250;
const EACH = 8;
/** The connections of the earlier client. */
const KEPT = 8;
const CLIENTS = 20;
const ASK_AGAIN_MS = 100;

export const fault: Fault = {
  fault: "Idle connections take every place",
  made: `${ADDRESSES * EACH} connections from ${ADDRESSES} addresses of the loopback network open, and send nothing`,
  promise:
    "an earlier client with eight connections gets every answer, and a new one is refused with 503 until one of the idle connections is five seconds old, then answered; no request is reset",
  times: { full: 10, sample: 0 },
  obstacle: () =>
    process.platform === "linux" ? null : "only Linux has a whole network of loopback addresses",
  async run(times) {
    const directory = await makeTempDirectory();
    const node = await startSurely(directory);
    const { hostname, port } = new URL(node.url);
    const kept = Array.from({ length: KEPT }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const askKept = async (): Promise<void> => {
      const statuses = await Promise.all(kept.map((agent) => statusOf(node.url, agent)));
      if (statuses.some((status) => status !== 200))
        throw new Error(`The earlier client got ${statuses.join()}. `);
    };
    let [opened, answered, refused] = [0, 0, 0];
    try {
      for (let time = 0; time < times; time += 1) {
        await askKept();
        const sockets = Array.from({ length: ADDRESSES * EACH }, (_, index) => {
          const localAddress = `127.0.1.${1 + (index % ADDRESSES)}`;
          return connect({ host: hostname, port: Number(port), localAddress }).on("error", () => undefined);
        });
        await Promise.all(
          sockets.map(
            (socket) => new Promise((resolve) => socket.once("connect", resolve).once("close", resolve)),
          ),
        );
        for (let asked = 0; asked < CLIENTS;) {
          await askKept();
          const status = await statusOf(node.url, false);
          if (status === 200) asked += 1;
          else if (status === 503) refused += 1;
          else throw new Error(`A new client got ${status}. `);
          if (status === 503) await sleep(ASK_AGAIN_MS);
        }
        opened += sockets.length;
        answered += CLIENTS;
        for (const socket of sockets) socket.destroy();
      }
      return `${opened} idle connections, ${answered} new clients answered after ${refused} refusals, 0 requests reset`;
    } finally {
      for (const agent of kept) agent.destroy();
      await killHammered(node);
      await rm(directory, { recursive: true });
    }
  },
};

/** The status of the answer to a Ping. Fails when the connection ends before. */
function statusOf(url: string, agent: Agent | false): Promise<number> {
  return new Promise((resolve, reject) => {
    get(`${url}/ping`, { agent }, (response) => {
      response.once("end", () => resolve(response.statusCode ?? 0)).once("error", reject);
      response.resume();
    }).once("error", reject);
  });
}
