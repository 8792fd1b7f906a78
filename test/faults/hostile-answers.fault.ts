import { rm } from "node:fs/promises";
import { createServer, request, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { objectToValue } from "../../src/codec/value.js";
import { callAdmin } from "../../src/ops/admin/admin-client.js";
import { dataDirectory, initDataDirectory } from "../../src/data/directory/data-directory.js";
import { readNetworkFile } from "../../src/data/directory/network-file.js";
import { HOSTILITIES } from "../support/hostile-answers.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { listenLocally } from "../support/listen-locally.js";
import type { Fault, Random } from "./fault.js";
import {
  killHammered,
  sendTransfers,
  startFollower,
  startSurely,
  type HammeredNode,
} from "./hammered-node.js";
import { LONG_RUN, watchLoad } from "./watched-load.js";

/** Honest answers lead to further questions. */
const SHARE = 0.5;

export const fault: Fault = {
  fault: "Peers answer with what no node answers",
  made: "the real process follows a peer whose answers are cut, changed, endless, of another kind or no HTTP, every second one; the operator adds the peer again whenever it is dropped",
  promise:
    "no crash, no error of the node's own, memory under 300 MB, /ping beside them under 250 ms at p99 of a full run; afterwards it has the chain of the honest peer",
  times: { full: 10_000, sample: 0 },
  obstacle: () => (process.platform === "linux" ? null : "memory is read from /proc"),
  async run(times, random) {
    const root = await makeTempDirectory();
    const [made, followed] = [join(root, "maker"), join(root, "follower")];
    const maker = await startSurely(made);
    const peer = new HostilePeer(maker.url, random);
    try {
      const follower = dataDirectory(followed);
      await initDataDirectory(follower, () => readNetworkFile(dataDirectory(made).networkFile));
      const node = await startFollower(followed);
      try {
        const body = objectToValue({ host: await peer.listen() });
        const add = (): Promise<unknown> =>
          callAdmin(follower.adminSocket, { method: "POST", path: "/peer/add", body });
        const provoke = async (): Promise<void> => {
          for (let sent = 0; peer.hostile < times; sent += 4) {
            await sendTransfers(maker, sent, 4);
            // A refusal says that the answer was recognized.
            await add().catch(() => undefined);
          }
        };
        const figures = await watchLoad(node, provoke, { isTimed: times >= LONG_RUN });
        peer.isHonest = true;
        await add();
        await agree(maker, node);
        if (/"level":"error"/.test(node.log())) throw new Error(node.log());
        return `${peer.hostile} hostile answers, ${figures}, the chain complete`;
      } finally {
        await killHammered(node);
      }
    } finally {
      peer.close();
      await killHammered(maker);
      await rm(root, { recursive: true });
    }
  },
};

async function agree(maker: HammeredNode, node: HammeredNode): Promise<void> {
  const { last_block } = await maker.client.info();
  while ((await node.client.info()).last_block.height < last_block.height) await node.client.ping();
  const block = await node.client.getBlock(last_block.height);
  if (block?.blockhash !== last_block.blockhash) throw new Error(`Block ${last_block.height} differs. `);
}

/** A proxy in front of an honest node that answers wrongly. */
class HostilePeer {
  hostile = 0;
  isHonest = false;
  readonly #server: Server;
  readonly #url: string;
  readonly #random: Random;

  constructor(url: string, random: Random) {
    this.#url = url;
    this.#random = random;
    this.#server = createServer((asked, response) => {
      const { method, url: path = "" } = asked;
      // What is changed below is text.
      const headers = { ...asked.headers, "accept-encoding": "identity" };
      const onward = request(new URL(path, this.#url), { method, headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on("data", (piece: Buffer) => pieces.push(piece));
        answer.on("end", () => this.#answer(response, Buffer.concat(pieces).toString("utf8")));
      });
      // The caller of a hostile answer may leave at any time, and so may the node behind.
      onward.on("error", () => response.destroy());
      asked.pipe(onward);
    });
  }

  /** Resolves to its host. */
  async listen(): Promise<string> {
    return `127.0.0.1:${await listenLocally(this.#server)}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(response: ServerResponse, honest: string): void {
    const hostility = HOSTILITIES[Math.floor(this.#random() * HOSTILITIES.length)];
    if (this.isHonest || this.#random() >= SHARE || hostility === undefined || honest[0] !== "{") {
      response.end(honest);
      return;
    }
    this.hostile += 1;
    hostility.answer(response, honest, this.#random);
  }
}
