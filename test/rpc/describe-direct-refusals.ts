import type { Server } from "node:http";
import { Duplex } from "node:stream";
import { setImmediate as turn, setTimeout } from "node:timers/promises";
import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { ConnectionGate } from "../../src/rpc/connection-gate.js";
import { createHttpServer } from "../../src/rpc/http-server.js";
import { DEFAULT_SERVER_LIMITS } from "../../src/rpc/limits.js";
import { OverloadRefusals } from "../../src/rpc/overload.js";
import { listenLocally } from "../support/listen-locally.js";
import { RawSocket } from "./support/raw-socket.js";

const HEADERS_MS = 100;
const PING = "GET /ping HTTP/1.1\r\nHost: x\r\n\r\n";
const SUBMISSION = post("Content-Length: 2", "{}");

function post(field: string, body = "", line = "POST /sendtransaction HTTP/1.1"): string {
  return `${line}\r\nHost: x\r\n${field}${field === "" ? "" : "\r\n"}\r\n${body}`;
}

/** What may follow an answered request on a connection: valid, invalid, and made so that readers differ. */
const CORPUS: readonly string[] = [
  SUBMISSION,
  PING,
  SUBMISSION + SUBMISSION,
  SUBMISSION + PING,
  PING + SUBMISSION,
  SUBMISSION + SUBMISSION.slice(0, 20),
  post(`Content-Length: ${PING.length}`, PING),
  post(`Content-Length: ${SUBMISSION.length}`, SUBMISSION),
  post("", ""),
  post("", SUBMISSION),
  post("Content-Length: 0"),
  post("Content-Length: 0", PING),
  post("Content-Length: 9", "{}"),
  post("Content-Length: 1", "{}"),
  post("Content-Length: 2\r\nContent-Length: 2", "{}"),
  post("Content-Length: 2\r\nContent-Length: 0", "{}"),
  ...["+2", "02", " 2", "2 ", "0x2", "2, 2", "-2", "", "99999999999999999999"].map((length) =>
    post(`Content-Length: ${length}`, "{}"),
  ),
  post("Content-Length : 2", "{}"),
  post("Content-Length\t: 2", "{}"),
  post("Transfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n"),
  post("Transfer-Encoding: chunked\r\nContent-Length: 2", "2\r\n{}\r\n0\r\n\r\n"),
  post("Content-Length: 2\r\nTransfer-Encoding: identity", "{}"),
  post("Transfer-Encoding: xchunked\r\nContent-Length: 2", "{}"),
  post("Content-Length: 2\r\nConnection: close", "{}"),
  post("Content-Length: 2\r\nConnection: Keep-Alive", "{}"),
  post("Content-Length: 2\r\nConnection: keep-alive, close", "{}"),
  post("Content-Length: 2\r\nProxy-Connection: close", "{}"),
  post("Content-Length: 2\r\nExpect: 100-continue", "{}"),
  post("Content-Length: 2\r\nExpect: a", "{}"),
  post("Content-Length: 2\r\nUpgrade: a\r\nConnection: upgrade", "{}"),
  post("Content-Length: 2\r\nUpgrade: a", "{}"),
  post("Content-Length: 2\r\nA: b\r\n c", "{}"),
  post("Content-Length: 2\r\nA: b\nC: d", "{}"),
  post("Content-Length: 2\r\nA: b\rC: d", "{}"),
  post("Content-Length: 2\r\nA: \u0000", "{}"),
  post("Content-Length: 2\r\nA: \u00e9", "{}"),
  post("Content-Length: 2\r\nA:", "{}"),
  post("Content-Length: 2\r\n: b", "{}"),
  post("Content-Length: 2\r\nA b: c", "{}"),
  post("Content-Length: 2\r\nHost: y", "{}"),
  SUBMISSION.replace("Host: x\r\n", ""),
  SUBMISSION.replaceAll("\r\n", "\n"),
  `\r\n${SUBMISSION}`,
  ...[
    "POST /sendtransaction HTTP/1.0",
    "POST /sendtransaction HTTP/1.2",
    "POST /sendtransaction http/1.1",
    "POST /sendtransaction",
    "POST  /sendtransaction HTTP/1.1",
    "POST http://x/sendtransaction HTTP/1.1",
    "POST /sendtransaction/ HTTP/1.1",
    "POST /SendRawTransaction?a=b HTTP/1.1",
    'POST /sendtransaction?" HTTP/1.1',
    "POST /sendtransaction?\u00e9 HTTP/1.1",
    "POST * HTTP/1.1",
    "GET /sendtransaction?transaction={} HTTP/1.1",
    "GET /sendtransaction?a=b HTTP/1.1",
    "HEAD /sendtransaction HTTP/1.1",
    "OPTIONS /sendtransaction HTTP/1.1",
    "PUT /sendtransaction HTTP/1.1",
    "PRI * HTTP/2.0",
  ].map((line) => post("Content-Length: 2", "{}", line)),
];

/** After this, submissions of a connection are refused without node:http. */
const WATCHED = [SUBMISSION, PING];

/** One end of a connection whose chunks arrive as the test cuts them. */
class Line extends Duplex {
  readonly remoteAddress = "127.0.0.1";
  readonly localPort = 1;
  bytesRead = 0;
  bytesWritten = 0;
  sent = "";

  constructor(readonly remotePort: number) {
    super({ allowHalfOpen: true });
  }

  override _read(): void {
    // The test pushes.
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.bytesWritten += piece.length;
    this.sent += piece.toString("latin1");
    done();
  }

  setTimeout(): this {
    return this;
  }

  destroySoon(): void {
    this.end(() => this.destroy());
  }

  arrive(bytes: string): void {
    this.bytesRead += bytes.length;
    if (!this.destroyed) this.push(Buffer.from(bytes, "latin1"));
  }
}

class Side {
  readonly server: Server;
  readonly refusals: OverloadRefusals;
  /** How many requests node:http read. */
  requests = 0;
  readonly #gate = new ConnectionGate(DEFAULT_SERVER_LIMITS);
  #ports = 0;

  constructor(isDirect: boolean, reason: () => ChainError | null, nowMs: () => number) {
    const refusals = new OverloadRefusals({ overload: reason, nowMs });
    this.refusals = refusals;
    this.server = createHttpServer({
      answer: refusals.before((request, response) => {
        request.on("data", () => undefined).on("end", () => response.end(`${request.method} ${request.url}`));
      }),
      gate: this.#gate,
      limits: { ...DEFAULT_SERVER_LIMITS, headersTimeoutMs: HEADERS_MS },
      ...(isDirect ? { refusals } : {}),
    });
    this.server.on("request", () => (this.requests += 1));
  }

  /** What the server sends on a connection where these chunks arrive, and whether it ends the connection. */
  async answer(chunks: readonly string[], last = (): void => undefined): Promise<string> {
    this.#ports += 1;
    const line = new Line(this.#ports);
    this.server.emit("connection", line);
    for (const chunk of chunks) {
      line.arrive(chunk);
      await settled(line);
    }
    last();
    await settled(line);
    const end = line.destroyed || line.writableEnded ? "closed" : "open";
    line.destroy();
    return `${line.sent.replaceAll(/Date: [^\r]+/g, "Date: now")}${end}`;
  }

  close(): void {
    this.#gate.close();
  }
}

/** Waits until nothing more is sent: everything happens in this process, in a few turns of the event loop. */
async function settled(line: Line): Promise<void> {
  for (let [before, quiet] = [-1, 0]; quiet < 3; before = line.sent.length) {
    quiet = line.sent.length === before ? quiet + 1 : 0;
    await turn();
  }
}

/** Cuts requests at each `step`-th byte. */
export function describeDirectRefusals(step: number): void {
  describe("Refusals without node:http", () => {
    let reason: ChainError | null = null;
    let nowMs = 0;
    // Refusals far apart are not delayed.
    const [direct, plain] = [true, false].map(
      (isDirect) =>
        new Side(
          isDirect,
          () => reason,
          () => (nowMs += 1000),
        ),
    ) as [Side, Side];

    beforeEach(() => {
      reason = new ChainError("SUBMISSIONS_FULL", "Too many at once. ", { kind: "busy" });
    });
    after(() => {
      for (const side of [direct, plain]) side.close();
    });

    /** Compares the two ways, by default on a connection whose submissions are refused without node:http. */
    async function compare(chunks: readonly string[], before = WATCHED): Promise<void> {
      const all = [...before, ...chunks, SUBMISSION, PING];
      expect(await direct.answer(all), JSON.stringify(all)).to.equal(await plain.answer(all));
    }

    it("are those of node:http, byte for byte, and cost it no request", async () => {
      const before = [direct.requests, plain.requests] as const;
      await compare([SUBMISSION, SUBMISSION]);
      expect([direct.requests - before[0], plain.requests - before[1]]).to.deep.equal([3, 6]);
      expect(await direct.answer([...WATCHED, SUBMISSION])).to.include("HTTP/1.1 429 Too Many Requests\r\n");
    });

    it("change no answer and no end of a connection, whatever arrives in one piece or twice", async () => {
      for (const bytes of CORPUS) {
        await compare([bytes]);
        await compare([bytes, bytes]);
        await compare([bytes, SUBMISSION, PING], [PING]);
      }
    });

    it(`change none when requests are cut, at each byte whose place is a multiple of ${step}`, async () => {
      for (const bytes of CORPUS)
        for (let at = step; at < bytes.length; at += step)
          await compare([bytes.slice(0, at), bytes.slice(at)]);
    });

    it("never answer a body as a request, also when its head was refused", async () => {
      const body = SUBMISSION + PING;
      const head = post(`Content-Length: ${body.length}`);
      for (const chunks of [
        [head, body],
        [head, SUBMISSION, PING],
      ]) {
        await compare(chunks);
        // Answers to the first two requests and to the head.
        expect((await direct.answer([...WATCHED, ...chunks])).split("HTTP/1.1 ")).to.have.length(4);
      }
    });

    it("begin nowhere but where node:http expects a request, whatever looks like one", async () => {
      const beginning = "POST /sendtransaction HTTP/1.1\r\nHost: x\r\nA: ";
      // The first bytes of a whole request end a body, so that it ends within another request.
      const outer = post(`Content-Length: ${SUBMISSION.length + beginning.length}`, SUBMISSION + beginning);
      const head = post(`Content-Length: ${outer.indexOf(SUBMISSION)}`);
      for (const before of [WATCHED, [PING], [SUBMISSION + head], [PING + head]])
        for (const chunks of [[head, outer], [outer], [beginning], [beginning + SUBMISSION, beginning]])
          await compare([...chunks, SUBMISSION, PING], before);
    });

    it("end with the overload, and leave the first request of a connection to node:http", async () => {
      const before = direct.requests;
      await direct.answer([SUBMISSION]);
      expect(direct.requests - before).to.equal(1);
      reason = null;
      expect(await direct.answer([PING, SUBMISSION])).to.include("POST /sendtransaction");
    });

    it("are sent in order when more arrives during their delay", async () => {
      const side = new Side(
        true,
        () => reason,
        () => 0,
      );
      // The clock stands still, so that the fourth one stays delayed.
      const chunks = [...WATCHED, ...Array.from({ length: 4 }, () => SUBMISSION), PING];
      const answers = await side.answer(chunks, () => side.refusals.flush());
      expect(answers.match(/HTTP\/1.1 \d+/g)?.map((line) => line.slice(-3))).to.deep.equal([
        "429",
        "200",
        ...Array.from({ length: 4 }, () => "429"),
        "200",
      ]);
      side.close();
    });

    it("are sent when the server closes", async () => {
      const refusalsSent = async (isFlushed: boolean): Promise<number> => {
        const side = new Side(
          true,
          () => reason,
          () => 0,
        );
        const flush = (): void => side.refusals.flush();
        const chunks = [...WATCHED, ...Array.from({ length: 3 }, () => SUBMISSION)];
        const sent = await side.answer(chunks, isFlushed ? flush : undefined);
        // Else the timer of a clock that stands still goes on.
        flush();
        side.close();
        return sent.split(" 429 ").length - 1;
      };
      expect([await refusalsSent(false), await refusalsSent(true)]).to.deep.equal([3, 4]);
    });

    it("take the bytes of real sockets too, which node:http keeps within its limits", async () => {
      const requests = direct.requests;
      const socket = await RawSocket.open(`http://127.0.0.1:${await listenLocally(direct.server)}`);
      socket.write(SUBMISSION);
      await socket.until(" 429 ");
      socket.write(PING);
      await socket.until("GET /ping");
      // For longer than a head may take.
      for (let count = 2; count <= 6; count += 1) {
        socket.write(SUBMISSION);
        while (socket.received.split(" 429 ").length <= count && !socket.isClosed) await turn();
        await setTimeout(HEADERS_MS / 4);
      }
      expect(direct.requests - requests).to.equal(2);
      socket.write("GET");
      await socket.untilClosed();
      expect(socket.received).to.include("HTTP/1.1 408 ");
      direct.server.close();
    });
  });
}
