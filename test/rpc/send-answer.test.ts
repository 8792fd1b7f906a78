import { createServer, request, type IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import { expect } from "chai";
import Koa from "koa";
import { close } from "../../src/rpc/http-server.js";
import { listen } from "../../src/rpc/listen.js";
import { sendAnswer, WRITE_BYTES } from "../../src/rpc/send-answer.js";
import { ask, urlencoded } from "./support/http.js";
import { startRpc, useRpc } from "./support/rpc-harness.js";

describe("large and final answers", () => {
  const rpc = useRpc();
  const BLOCK = `{"height":1,"filler":"${"0123456789".repeat(10_000)}"}`;

  async function* pieces(): AsyncIterable<string> {
    for (let at = 0; at < BLOCK.length; at += 1000) yield BLOCK.slice(at, at + 1000);
  }

  it("streams an answer that comes in pieces", async () => {
    rpc().engine.answer = { json: pieces() };
    const answer = await ask(rpc().url, "/request?request=%7B%22type%22:%22GetBlock%22%7D");
    expect(answer.headers["transfer-encoding"]).to.equal("chunked");
    expect(answer.text).to.equal(`{"code":200,"status":"success","data":${BLOCK}}`);
  });

  it("compresses large answers for clients that accept it, whole or in pieces", async () => {
    for (const answer of [{ json: pieces() }, { json: BLOCK }]) {
      rpc().engine.answer = answer;
      const { port } = new URL(rpc().url);
      const response = await fetchRaw(Number(port), "gzip");
      expect(response.encoding).to.equal("gzip");
      expect(response.body.length).to.be.lessThan(BLOCK.length / 10);
      expect(gunzipSync(response.body).toString()).to.equal(
        `{"code":200,"status":"success","data":${BLOCK}}`,
      );
    }
  });

  it("does not compress small answers, or answers to other clients", async () => {
    rpc().engine.answer = { json: BLOCK };
    const plain = await fetchRaw(Number(new URL(rpc().url).port), "identity");
    expect(plain.encoding).to.equal(undefined);
    async function* shortPieces(): AsyncIterable<string> {
      yield '"sho';
      yield 'rt"';
    }
    for (const json of ['"short"', shortPieces()]) {
      rpc().engine.answer = { json };
      const small = await fetchRaw(Number(new URL(rpc().url).port), "gzip");
      expect(small.encoding).to.equal(undefined);
    }
  });

  it("lets final answers to GET be cached without limit, and answers 304 to a client that has one", async () => {
    const { engine, url } = rpc();
    const path = "/request?request=%7B%22type%22:%22GetBlock%22,%22target%22:1%7D";
    engine.answer = { json: '{"height":1}', finalName: "0c1b-summary" };
    const first = await ask(url, path);
    expect(first.headers["cache-control"]).to.equal("public, max-age=31536000, immutable");
    const etag = first.headers.etag ?? "";
    expect(etag).to.equal('W/"0c1b-summary"');
    const second = await ask(url, path, { headers: { "if-none-match": etag } });
    expect([second.status, second.text]).to.deep.equal([304, ""]);
    engine.answer = { json: '{"height":1}', finalName: "0c1b" };
    const other = await ask(url, path, { headers: { "if-none-match": etag } });
    expect(other.status).to.equal(200);
  });

  it("does not do so for answers that may change, or for answers to POST", async () => {
    const { engine, url } = rpc();
    engine.answer = { json: '{"height":1}' };
    const changing = await ask(url, "/request?request=%7B%22type%22:%22GetBlock%22%7D");
    expect(changing.headers).to.not.have.any.keys("etag", "cache-control");
    engine.answer = { json: '{"height":1}', finalName: "0c1b" };
    const posted = await ask(url, "/request", urlencoded({ request: '{"type":"GetBlock"}' }));
    expect(posted.headers).to.not.have.any.keys("etag", "cache-control");
  });

  it("writes long answers in slices, so that a slow reader shows that it takes them", async () => {
    const text = JSON.stringify("0123456789ä€𐍈".repeat(100_000));
    async function* longPieces(): AsyncIterable<string> {
      yield text;
    }
    for (const json of [text, longPieces()]) {
      const lengths: number[] = [];
      const answerAll = new Koa().use((ctx) => sendAnswer(ctx, { json })).callback();
      const server = createServer((asked, response) => void answerAll(asked, response));
      server.on("connection", (socket) => {
        const write = socket.write.bind(socket);
        socket.write = (chunk: string | Buffer, ...rest: never[]) => {
          lengths.push(Buffer.byteLength(chunk));
          return write(chunk, ...rest);
        };
      });
      const url = `http://127.0.0.1:${await listen(server, "127.0.0.1", 0)}`;
      const answer = await ask(url, "/");
      expect(answer.text).to.equal(`{"code":200,"data":${text}}`);
      const length = typeof json === "string" ? String(Buffer.byteLength(answer.text)) : undefined;
      expect(answer.headers["content-length"]).to.equal(length);
      expect(Math.max(...lengths)).to.equal(WRITE_BYTES);
      await close(server, 0);
    }
  });

  it("lets the event loop turn between the slices of a long piece", async () => {
    const text = JSON.stringify("x".repeat(16 * 1_000_000));
    async function* longPiece(): AsyncIterable<string> {
      yield text;
    }
    let turns = 0;
    let turning = true;
    const turn = (): void => {
      turns += 1;
      if (turning) setImmediate(turn);
    };
    const written: number[] = [];
    const answerAll = new Koa()
      .use(async (ctx) => {
        const write = ctx.res.write.bind(ctx.res);
        ctx.res.write = (chunk: Buffer, ...rest: never[]) => {
          written.push(turns);
          return write(chunk, ...rest);
        };
        await sendAnswer(ctx, { json: longPiece() });
      })
      .callback();
    const server = createServer((asked, response) => void answerAll(asked, response));
    const url = `http://127.0.0.1:${await listen(server, "127.0.0.1", 0)}`;
    turn();
    await ask(url, "/");
    turning = false;
    await close(server, 0);
    const together = Array.from(new Set(written), (at) => written.filter((each) => each === at).length);
    expect(Math.max(...together)).to.be.at.most(40);
  });

  it("produces no more pieces than a reader takes", async () => {
    const PIECES = 256;
    const piece = `"${"x".repeat(1_000_000)}",`;
    let made = 0;
    async function* blocks(): AsyncIterable<string> {
      for (; made < PIECES; made += 1) yield made === PIECES - 1 ? "0]" : made === 0 ? `[${piece}` : piece;
    }
    const { engine, url } = rpc();
    engine.answer = { json: blocks() };
    const { port } = new URL(url);
    const path = "/request?request=%7B%22type%22:%22GetBlocks%22%7D";
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ port, host: "127.0.0.1", path, agent: false }, resolve).on("error", reject).end();
    });
    // The client does not read: the sockets fill, then production stops while the node continues.
    for (let turn = 0; turn < 300; turn += 1) await ask(url, "/ping");
    expect(made).to.be.lessThan(PIECES / 4);
    let size = 0;
    for await (const chunk of response) size += (chunk as Buffer).length;
    expect(made).to.equal(PIECES);
    expect(size).to.be.greaterThan(250_000_000);
  });

  it("counts what waits behind a slow reader, whole answers too, and cuts off those with the most", async () => {
    const { engine, url, server } = await startRpc({
      limits: { unreadBytes: 8_000_000, unreadMs: 3_600_000 },
    });
    engine.answer = { json: `"${"x".repeat(16_000_000)}"` };
    const { port } = new URL(url);
    const path = "/request?request=%7B%22type%22:%22GetBlock%22%7D";
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ port, host: "127.0.0.1", path, agent: false }, resolve).on("error", reject).end();
    });
    // It waits for the answers in progress.
    await server.close(3_600_000);
    response.destroy();
  });

  it("refuses a long answer while others that wait for their readers take all memory, 503", async () => {
    const { engine, url, server } = await startRpc({ limits: { answerBytes: 20_000_000 } });
    engine.answer = { json: `"${"x".repeat(16_000_000)}"`, finalName: "0c1b" };
    const path = "/request?request=%7B%22type%22:%22GetBlock%22%7D";
    const unread = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ port: new URL(url).port, host: "127.0.0.1", path, agent: false }, resolve)
        .on("error", reject)
        .end();
    });
    const refused = await ask(url, path);
    expect(refused.status).to.equal(503);
    expect(refused.text).to.include("LONG_ANSWERS");
    expect(refused.headers).to.have.property("retry-after", "1");
    expect(refused.headers).to.not.have.any.keys("etag", "cache-control", "content-encoding");
    engine.answer = { json: '"short"' };
    expect(await ask(url, path)).to.include({ status: 200 });
    for await (const _ of unread);
    engine.answer = { json: `"${"x".repeat(16_000_000)}"` };
    expect(await ask(url, path)).to.include({ status: 200 });
    await server.close(0);
  });

  it("sends a text that is the same for all from the same bytes", async () => {
    const written = new Set<ArrayBufferLike>();
    const write: (...words: never[]) => boolean = Reflect.get(Socket.prototype, "write");
    const watched = function (this: Socket, ...words: never[]): boolean {
      const [chunk] = words as unknown[];
      if (chunk instanceof Uint8Array && chunk.length === WRITE_BYTES) written.add(chunk.buffer);
      return Reflect.apply(write, this, words);
    };
    Reflect.set(Socket.prototype, "write", watched);
    try {
      const texts = await Promise.all([1, 2].map(async () => (await ask(rpc().url, "/openapi.json")).text));
      expect(texts[0]).to.include('"openapi"').and.to.equal(texts[1]);
    } finally {
      Reflect.set(Socket.prototype, "write", write);
    }
    expect(written.size).to.equal(1);
  });

  it("ends the connection before the end of an answer that fails midway", async () => {
    async function* failing(): AsyncIterable<string> {
      yield '{"height":';
      throw new Error("The disk is gone. ");
    }
    rpc().engine.answer = { json: failing() };
    let failure: unknown;
    await ask(rpc().url, "/request?request=%7B%22type%22:%22GetBlock%22%7D").catch((error: unknown) => {
      failure = error;
    });
    expect(failure).to.have.property("code", "ECONNRESET");
    expect(rpc().errors.map(String)).to.deep.equal(["Error: The disk is gone. "]);
  });

  async function fetchRaw(port: number, encoding: string): Promise<{ encoding?: string; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const path = "/request?request=%7B%22type%22:%22GetBlock%22%7D";
      const headers = { "accept-encoding": encoding };
      const outgoing = request({ port, host: "127.0.0.1", path, headers, agent: false }, (response) => {
        const body: Buffer[] = [];
        response.on("data", (piece: Buffer) => body.push(piece));
        response.on("end", () => {
          const encoding = response.headers["content-encoding"];
          resolve({ ...(encoding === undefined ? {} : { encoding }), body: Buffer.concat(body) });
        });
      });
      outgoing.on("error", reject).end();
    });
  }
});
