import { expect } from "chai";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import {
  createDatabase,
  findPostgres,
  type PostgresServer,
  type TestDatabase,
} from "../../support/postgres.js";
import { postgresDatabase, startProjection } from "../../support/projection.js";
import { askServer } from "../../support/reader-comparison.js";
import { startReader, startWriter, type ServedReader, type Writer } from "../../support/reader-pair.js";
import { openBigChain } from "../../bench/big-chain.js";

const CONNECTIONS = 2;
/** Shorter than the time for which a moment may be read, and far longer than a request takes. */
const PATIENCE_MS = 20_000;
/** An answer that neither the reader nor the sockets hold. */
const ALL_BLOCKS = `/request?request=${JSON.stringify({ type: "GetBlocks", target: 1, full: true })}`;

describe("a reader whose clients do not read their answers", () => {
  let server: PostgresServer;
  let database: TestDatabase;
  let writer: Writer;
  let served: ServedReader;

  before(async function () {
    server = await findPostgres(this);
    database = await createDatabase(server);
    writer = await startWriter((store) =>
      openBigChain(store, { accounts: 64, fullBlocks: 8, smallBlocks: 0 }),
    );
    await (await startProjection(writer, [database.url])).stop();
    served = await serve(CONNECTIONS);
  });
  after(async () => {
    await served.stop();
    await writer.stop();
    await database.remove();
    await server.stop();
  });

  const serve = (connections: number): Promise<ServedReader> =>
    startReader({
      databases: [postgresDatabase(database.url, { connections })],
      writerUrl: writer.url,
      clock: writer.clock,
      connections,
      patienceMs: PATIENCE_MS,
    });

  /** Asks for a long answer and reads its first bytes. */
  async function askAndStop(): Promise<Socket> {
    const { hostname, port } = new URL(served.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on("error", () => undefined);
    socket.write(`GET ${encodeURI(ALL_BLOCKS)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [bytes] = (await once(socket, "data")) as [Buffer];
    expect(bytes.toString("latin1")).to.match(/^HTTP\/1.1 200 /);
    socket.pause();
    return socket;
  }

  it("answers other clients, and disconnects slow ones when it needs their connections", async () => {
    const slow: Socket[] = [];
    while (slow.length < 2 * CONNECTIONS) slow.push(await askAndStop());
    const target = `/request?request=${JSON.stringify({ type: "TransactionCount" })}`;
    for (let asked = 0; asked < 10; asked += 1) {
      const { status, body } = await askServer(served.url, { kind: "", method: "GET", target });
      expect([status, body]).to.deep.equal([
        200,
        (await askServer(writer.url, { kind: "", method: "GET", target })).body,
      ]);
    }
    expect(served.reader.health.readiness().isReady).to.equal(true);
    const [first] = slow;
    let text = "";
    first?.on("data", (bytes: Buffer) => (text += bytes.toString("latin1")));
    const ended = once(first as Socket, "close");
    first?.resume();
    await ended;
    expect(text.endsWith("0\r\n\r\n"), "the end of a whole answer").to.equal(false);
    for (const socket of slow) if (!socket.destroyed) await once(socket.destroy(), "close");
  });

  it("sends the whole answer to a client that reads it", async () => {
    const request = { kind: "", method: "GET", target: ALL_BLOCKS } as const;
    const free = await serve(8);
    const { status, body } = await askServer(free.url, request);
    await free.stop();
    expect([status, body.length]).to.deep.equal([200, (await askServer(writer.url, request)).body.length]);
  });
});
