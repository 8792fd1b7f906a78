import { expect } from "chai";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Node } from "../../src/node/node.js";
import { createRpcServer, type RpcServer } from "../../src/rpc/server.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { EventReader } from "../support/event-reader.js";
import { testIdentity } from "../support/keys.js";
import { makeBlock, mineBlock, FORK_NETWORK, VALIDATOR } from "../peers/fork-pair.js";

const READERS = 1000;
const START_US = 1_800_000_000_000_000;

/** A reader over a socket of its own, which connects again with its last id whenever the connection ends. */
class SocketReader {
  readonly reader = new EventReader();
  readonly #port: number;
  #isOver = false;
  #failure: unknown = null;
  #end = (): void => undefined;

  constructor(port: number) {
    this.#port = port;
    this.#connect();
  }

  get failure(): unknown {
    return this.#failure;
  }

  /** Loses the connection, in the middle of whatever it was sent. */
  cut(): void {
    this.#end();
  }

  close(): void {
    this.#isOver = true;
    this.#end();
  }

  #connect(): void {
    if (this.#isOver || this.#failure !== null) return;
    const socket = connect(this.#port, "127.0.0.1");
    this.#end = () => socket.destroy();
    let head = "";
    let chunks = "";
    let frames = "";
    let isBody = false;
    socket.setEncoding("latin1");
    socket.on("connect", () =>
      socket.write(`GET /events?after=${this.reader.id ?? "0"} HTTP/1.1\r\nHost: x\r\n\r\n`),
    );
    socket.on("data", (text: string) => {
      if (isBody) chunks += text;
      else {
        head += text;
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        isBody = true;
        chunks = head.slice(end + 4);
      }
      try {
        // The chunks of HTTP, then the frames of the stream; what is incomplete waits.
        for (let end = chunks.indexOf("\r\n"); end >= 0; end = chunks.indexOf("\r\n")) {
          const length = Number.parseInt(chunks.slice(0, end), 16);
          if (chunks.length < end + 2 + length + 2) break;
          frames += chunks.slice(end + 2, end + 2 + length);
          chunks = chunks.slice(end + 2 + length + 2);
        }
        const complete = frames.lastIndexOf("\n\n");
        if (complete < 0) return;
        this.reader.take(frames.slice(0, complete + 2));
        frames = frames.slice(complete + 2);
      } catch (error) {
        this.#failure = error;
        socket.destroy();
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => void setTimeout(50).then(() => this.#connect()));
  }
}

describe("a thousand readers of events over HTTP (docs/events.md)", () => {
  it("all have the chain of the node, beside forks, lost connections and restarts of the server", async () => {
    const nodes = new PeerNodes(START_US);
    const open = async (name: string, identity = testIdentity(name)): Promise<Node> => {
      const node = await nodes.open(`${name}:1`, { network: FORK_NETWORK, identity });
      node.start();
      return node;
    };
    const validator = (name: string) => ({ ...VALIDATOR, peer: testIdentity(name).peer });
    const ours = await open("ours");
    const one = await open("one", validator("one"));
    const other = await open("other", validator("other"));
    let port = 0;
    const serve = async (): Promise<RpcServer> => {
      const onError = (error: unknown): void => expect.fail(String(error));
      // Loopback has a quarter of all streams.
      const limits = { streams: 4 * READERS };
      const server = createRpcServer({ engine: ours, host: "127.0.0.1", port, onError, limits });
      const [url = ""] = await server.listen();
      port = Number(new URL(url).port);
      return server;
    };
    const take = async (name: string, maker: Node): Promise<void> => {
      await ours.peers?.tracker.check(`${name}:1`);
      const isTaken = (): boolean => ours.ledger.tip.blockhash === maker.ledger.tip.blockhash;
      expect(await nodes.until(isTaken, 60_000_000), name).to.equal(true);
    };
    let server = await serve();
    const readers = Array.from({ length: READERS }, () => new SocketReader(port));
    const { store } = ours.ledger;
    for (let blocks = 0; blocks < 3; blocks += 1) await makeBlock(nodes, one);
    await take("one", one);
    // A third of them are cut off in the middle.
    for (const [index, reader] of readers.entries()) if (index % 3 === 0) reader.cut();
    nodes.engines.delete("one:1");
    for (let blocks = 0; blocks < 5; blocks += 1) await makeBlock(nodes, other);
    for (let mined = 0; mined < 2; mined += 1) await mineBlock(nodes, other);
    await take("other", other);
    await server.close(0);
    for (let blocks = 0; blocks < 2; blocks += 1) await makeBlock(nodes, other);
    server = await serve();
    await take("other", other);
    await mineBlock(nodes, other);
    const isTaken = (): boolean =>
      ours.ledger.resourceChain.tip?.blockhash === other.ledger.resourceChain.tip?.blockhash;
    expect(await nodes.until(isTaken, 60_000_000)).to.equal(true);
    for (const each of readers)
      while (each.failure === null && !(await each.reader.isAtEndOf(store))) await setTimeout(20);
    for (const reader of readers) reader.close();
    expect(readers.map(({ failure }) => failure).filter((failure) => failure !== null)).to.deep.equal([]);
    for (const { reader } of readers) await reader.expectChains(store);
    expect(readers.filter(({ reader }) => reader.counts.has("undone")).length).to.be.greaterThan(0);
    await server.close(0);
    await nodes.stop();
  });
});
