import { expect } from "chai";
import { createClient } from "../../../src/client/create-client.js";
import { MAX_BLOCK_TRANSACTIONS } from "../../../src/records/limits.js";
import { NO_BLOCKS } from "../../../src/store/store.js";
import { openSqliteStore } from "../../../src/store/sqlite/open.js";
import { openBigChain, RandomTransfers, Accounts, sealBlock } from "../../bench/big-chain.js";
import {
  createDatabase,
  findPostgres,
  type PostgresServer,
  type TestDatabase,
} from "../../support/postgres.js";
import { postgresDatabase, startProjection, type RunningProjection } from "../../support/projection.js";
import { compareAnswers, factsOf } from "../../support/reader-comparison.js";
import { startReader, startWriter, type ServedReader, type Writer } from "../../support/reader-pair.js";
import { Corpus } from "../../support/request-corpus.js";
import { createSeededRandom, seeded } from "../../support/seeded-random.js";

/**
 * A long chain, its copy, and requests of every kind. CHAINNODE_TEST_TRANSACTIONS (default: some full blocks) is the length
 * of the chain, CHAINNODE_BENCH_CHAIN a file that keeps it, CHAINNODE_TEST_REQUESTS how many requests are compared in all.
 */
const TRANSACTIONS = Number(process.env["CHAINNODE_TEST_TRANSACTIONS"] ?? 3 * MAX_BLOCK_TRANSACTIONS);
const REQUESTS = Number(process.env["CHAINNODE_TEST_REQUESTS"] ?? 250);
const KEPT = process.env["CHAINNODE_BENCH_CHAIN"];
const ACCOUNTS = TRANSACTIONS < 100_000 ? 256 : 10_000;
/** The answers that are compared between two changes of the chain: one of each kind. */
const BETWEEN = Corpus.kinds.length;

describe(seeded(`a reader of a chain of ${TRANSACTIONS} transactions`), function () {
  this.timeout(14_400_000);
  let server: PostgresServer;
  let database: TestDatabase;
  let writer: Writer;
  let projection: RunningProjection;
  let served: ServedReader;
  let corpus: Corpus;

  before(async function () {
    server = await findPostgres(this);
    database = await createDatabase(server);
    const fullBlocks = Math.ceil(TRANSACTIONS / MAX_BLOCK_TRANSACTIONS);
    const size = { accounts: ACCOUNTS, fullBlocks, smallBlocks: 0 };
    const kept =
      KEPT === undefined
        ? undefined
        : await openSqliteStore({ file: KEPT }).then((store) => ({
            store,
            file: KEPT,
            remove: () => store.close(),
          }));
    writer = await startWriter((store) => openBigChain(store, size), kept);
    projection = await startProjection(writer, [database.url]);
    served = await startReader({
      databases: [postgresDatabase(database.url, { statementTimeoutMs: 60_000 })],
      writerUrl: writer.url,
      clock: writer.clock,
      connections: 8,
    });
    corpus = new Corpus(await factsOf(writer.store), createSeededRandom());
  });
  after(async () => {
    await served.stop();
    await projection.stop();
    await writer.stop();
    await database.remove();
    await server.stop();
  });

  async function compare(count: number): Promise<void> {
    const kinds = Corpus.kinds;
    for (let asked = 0; asked < count; asked += 1)
      await compareAnswers(writer.url, served.url, corpus.next(kinds[asked % kinds.length] ?? ""));
  }

  it("copies all of it", async () => {
    const { transactions, main } = projection.projector.status;
    expect([main, transactions]).to.deep.equal([
      writer.node.tip.height,
      await createClient({ url: writer.url }).transactionCount(),
    ]);
  });

  it(`answers ${REQUESTS} requests of every kind byte for byte as the node does`, () =>
    compare(REQUESTS / 2));

  it("answers so while blocks arrive and branches are undone", async () => {
    const { node, store } = writer;
    const transfers = new RandomTransfers(new Accounts(ACCOUNTS));
    for (let compared = 0; compared < REQUESTS / 2; compared += BETWEEN) {
      const comparing = compare(BETWEEN);
      const depth = (compared / BETWEEN) % 4;
      const main = await store.mainBlockSummary({ height: node.tip.height - depth });
      const resource = await store.resourceBlock("last");
      if (depth > 0 && main !== null && (resource?.main_height ?? 0) <= main.height)
        await node.revert({ main, resource: resource ?? NO_BLOCKS.resource });
      for (let block = 0; block <= depth; block += 1)
        await sealBlock(node, (time) => transfers.from(time, 1 + block * 10));
      await comparing;
    }
    expect(projection.projector.status.undone).to.be.greaterThan(0);
  });
});
