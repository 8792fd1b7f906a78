import { expect } from "chai";
import { ScriptedEngine } from "./support/scripted-engine.js";
import { ask, envelopeOf } from "./support/http.js";
import { RawSocket } from "./support/raw-socket.js";
import { startRpc, type RpcHarness } from "./support/rpc-harness.js";
import type { NewsQuery } from "../../src/api/engine.js";
import { memberOf } from "../../src/codec/value.js";
import { MAX_BLOCK_SIZE } from "../../src/records/limits.js";
import type { RpcServerOptions } from "../../src/rpc/server.js";

/** An engine whose streams send frames on request. */
class StreamingEngine extends ScriptedEngine {
  /** Yielded by every stream. */
  frames = ["event: ready\ndata: {}\n\n"];
  open = 0;
  /** Whether the streams end after the frames. */
  isEnding = false;

  override async *events(query: never, signal?: AbortSignal): AsyncGenerator<string> {
    this.queries.push(query);
    this.open += 1;
    try {
      yield* this.frames;
      if (!this.isEnding)
        await new Promise<void>((resolve) => {
          if (signal?.aborted === true) resolve();
          signal?.addEventListener("abort", () => resolve());
        });
    } finally {
      this.open -= 1;
    }
  }
}

const GET = "GET /events HTTP/1.1\r\nHost: x\r\n\r\n";

describe("GET /events", () => {
  let engine: StreamingEngine;
  let harness: RpcHarness;
  const sockets: RawSocket[] = [];
  async function start(limits: RpcServerOptions["limits"] = {}): Promise<void> {
    engine = new StreamingEngine();
    harness = await startRpc({ engine, limits });
  }
  async function stream(request = GET): Promise<RawSocket> {
    const socket = await RawSocket.open(harness.url);
    sockets.push(socket);
    socket.write(request);
    return socket;
  }
  /** Waits for a change of this process that no event announces. */
  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await harness.server.close(0);
    expect(harness.errors).to.deep.equal([]);
  });

  it("streams frames as they come, uncompressed and not to be kept, and ends with the reader", async () => {
    await start();
    const socket = await stream();
    await socket.until(engine.frames[0] ?? "");
    expect(socket.received.toLowerCase()).to.include("content-type: text/event-stream");
    expect(socket.received.toLowerCase()).to.include("cache-control: no-store");
    expect(socket.received.toLowerCase()).to.include("access-control-allow-origin: *");
    socket.destroy();
    await until(() => engine.open === 0);
    const half = await stream();
    await half.until(engine.frames[0] ?? "");
    half.end();
    await until(() => engine.open === 0);
  });

  it("resumes after Last-Event-ID, which counts before the parameter `after`", async () => {
    await start();
    engine.isEnding = true;
    const last = `1-${"a".repeat(78)}.0-.0.3`;
    await ask(harness.url, "/events?after=0&types=main_block,undone&hash=aa", {
      headers: { "last-event-id": last },
    });
    await ask(harness.url, "/EVENTS/?after=0");
    await ask(harness.url, "/events");
    const place = { main: { height: 1, blockhash: "a".repeat(78) }, resource: { height: 0, blockhash: "" } };
    expect(engine.queries).to.deep.equal([
      {
        after: { ...place, fixed: 0, transactions: 3 },
        types: new Set(["main_block", "undone"]),
        hash: "aa",
      },
      {
        after: { main: place.resource, resource: place.resource, fixed: 0, transactions: 0 },
        types: null,
      },
      { after: null, types: null },
    ]);
  });

  it("refuses what is no id, an unknown type, another method, and every stream before it is ready", async () => {
    await start();
    const codeOf = async (path: string, method = "GET"): Promise<unknown> => {
      const answer = await ask(harness.url, path, { method });
      return [answer.status, memberOf(envelopeOf(answer).get("error"), "code")];
    };
    for (const id of ["1", "x", "1-.0-.0.0", `0-${"a".repeat(78)}.0-.0.0`, "0-.0-.0", "9".repeat(200)])
      expect(await codeOf(`/events?after=${id}`)).to.deep.equal([400, "EVENT_ID"]);
    expect(await codeOf("/events?types=main_block,blocks")).to.deep.equal([400, "EVENT_TYPE"]);
    expect(await codeOf(`/events?after=${"0".repeat(300)}`)).to.deep.equal([400, "PARAMETER"]);
    expect(await codeOf("/events", "POST")).to.deep.equal([405, "METHOD_NOT_ALLOWED"]);
    const options = await ask(harness.url, "/events", { method: "OPTIONS" });
    expect([options.status, options.headers["allow"]]).to.deep.equal([204, "GET, OPTIONS"]);
    expect((await ask(harness.url, "/events", { method: "HEAD" })).status).to.equal(405);
    await harness.server.close(0);
    harness = await startRpc({ isReady: () => false });
    expect(await codeOf("/events")).to.deep.equal([503, "NODE_NOT_READY"]);
  });

  it("has a budget of its own: streams leave the connections to others, and one too many is refused", async () => {
    await start({ connections: 3, connectionsPerAddress: 3, streams: 5 });
    for (let index = 0; index < 5; index += 1) await (await stream()).until("event: ready");
    const refused = await ask(harness.url, "/events");
    expect(refused.status).to.equal(429);
    expect(memberOf(envelopeOf(refused).get("error"), "code")).to.equal("EVENT_STREAMS");
    expect((await ask(harness.url, "/ping")).status).to.equal(200);
    sockets.shift()?.destroy();
    await until(() => engine.open === 4);
    await (await stream()).until("event: ready");
  });

  it("leaves three quarters of the streams to others when one loopback address takes all that it may", async () => {
    await start({ streams: 8, streamsPerAddress: 1 });
    for (let index = 0; index < 2; index += 1) await (await stream()).until("event: ready");
    const codeOf = async (headers: Record<string, string>): Promise<unknown> =>
      memberOf(envelopeOf(await ask(harness.url, "/events", { headers })).get("error"), "code");
    expect(await codeOf({})).to.equal("EVENT_STREAMS_OF_CALLER");
    // What comes through a proxy is a caller like any other.
    await (await stream(GET.replace("Host", "X-Forwarded-For: 192.0.2.1\r\nHost"))).until("event: ready");
    expect(await codeOf({ "x-forwarded-for": "192.0.2.1" })).to.equal("EVENT_STREAMS_OF_CALLER");
  });

  it("sends a comment when no event comes for a while", async () => {
    await start({ streamIdleMs: 20 });
    const socket = await stream();
    await socket.until(":\n\n\r\n");
    // It goes on: the comments keep the connection.
    const { length } = socket.received;
    await until(() => socket.received.length > length + 20);
    expect(socket.isClosed).to.equal(false);
  });

  it("cuts off a reader that takes nothing, and holds no more than a frame and the buffers of the socket for it", async () => {
    await start({ unreadMs: 100 });
    const frame = `data: ${"x".repeat(65_536)}\n\n`;
    let taken = 0;
    engine.frames = {
      *[Symbol.iterator]() {
        for (;;) {
          taken += 1;
          yield frame;
        }
      },
    } as never;
    const { connect } = await import("node:net");
    const socket = connect(Number(new URL(harness.url).port), "127.0.0.1");
    socket.pause();
    socket.write(GET);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await until(() => engine.open === 1 && taken > 1);
    await until(() => engine.open === 0);
    socket.on("error", () => undefined);
    socket.resume();
    await closed;
    expect(taken * frame.length).to.be.lessThan(MAX_BLOCK_SIZE);
  });

  it("ends with the server, at once", async () => {
    await start();
    const socket = await stream();
    await socket.until("event: ready");
    // Long enough to fail the test.
    await harness.server.close(600_000);
    await socket.untilClosed();
    expect(socket.received.endsWith("0\r\n\r\n")).to.equal(true);
  });

  it("lets an answer to Broadcast wait in their budget, and none beyond it (PROTOCOL 15.15)", async () => {
    await start({ streams: 4, streamsPerAddress: 1 });
    const queries: NewsQuery[] = [];
    engine.broadcast = async ({ news }) => {
      if (news === undefined) return engine.answer;
      queries.push(news);
      const { waitMs, signal } = news;
      if (waitMs > 0) await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      return engine.answer;
    };
    const path = "/broadcast?since=&wait=60000&wanted=a,b";
    const waiting = await stream(GET.replace("/events", path));
    await until(() => queries.length === 1);
    await ask(harness.url, path);
    expect(queries.map(({ waitMs }) => waitMs)).to.deep.equal([2500, 0]);
    expect(queries[0]?.wanted).to.deep.equal(["a", "b"]);
    waiting.destroy();
    await until(() => queries[0]?.signal?.aborted === true);
    const last = await stream(GET.replace("/events", path));
    await until(() => queries.length === 3);
    expect(queries[2]?.waitMs).to.equal(2500);
    last.destroy();
  });
});
