import { expect } from "chai";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { spaceIdOf } from "../../../src/codec/hash.js";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { objectToValue } from "../../../src/codec/value.js";
import type { CalledCode, PastEnd } from "../../../src/store/chain-index.js";
import { CallCounts } from "../../../src/store/sqlite/calls.js";
import { openConnection, type DatabaseConnection } from "../../../src/store/sqlite/connection.js";
import { openSqliteStore } from "../../../src/store/sqlite/open.js";
import type { MainBlockCommit, StoredResourceBlock } from "../../../src/store/store.js";
import { sampleAddress, sampleMainBlock, sampleResourceBlock } from "../../support/sample-blocks.js";
import { createSeededRandom, seeded, TEST_SEED } from "../../support/seeded-random.js";
import { makeTempDirectory, openTempStore, type TempStore } from "../../support/temp-store.js";

const STEPS = 60;
const CHUNK = 3;
const CODES: readonly CalledCode[] = [
  { type: "Send", cid: null },
  { type: "Send", cid: spaceIdOf(sampleAddress(1), "shop") },
  { type: 'Sch\u00f6n "\\ \u0001\u{1f980}', cid: "" },
];
const ALWAYS = Number.MAX_SAFE_INTEGER;

/** The chains as lists, from which everything is counted again. */
class Recount {
  readonly main: MainBlockCommit[] = [];
  readonly resource: StoredResourceBlock[] = [];

  get transactions() {
    return this.main.flatMap(({ block: { height }, transactions }) =>
      transactions.map((transaction) => ({ ...transaction, height })),
    );
  }

  calls(code: CalledCode) {
    return this.transactions.flatMap(({ hash, height, record, addresses: [sender] }, index) =>
      record === recordOf(code, hash) ? [{ number: index + 1, hash, height, sender }] : [],
    );
  }

  end(timeUs: number): PastEnd {
    const main = this.main.filter(({ block }) => block.s_timestamp < timeUs);
    const resource = this.resource.filter(({ timestamp }) => timestamp < timeUs);
    const transactions = main.flatMap((block) => block.transactions);
    return {
      main: main.length,
      resource: resource.length,
      transactions: transactions.length,
      addresses: new Set(transactions.flatMap(({ addresses }) => addresses)).size,
      difficulty: resource.at(-1)?.difficulty ?? null,
    };
  }
}

function recordOf({ type, cid }: CalledCode, hash: string): string {
  return canonicalJson(
    objectToValue({ signature: hash, transaction: objectToValue({ cid: cid ?? undefined, type }) }),
  );
}

describe("the calls and statistics of a chain, over random forks", () => {
  let temp: TempStore;
  let connection: DatabaseConnection;
  beforeEach(async () => {
    temp = await openTempStore();
    connection = await openConnection(temp.file, "read-only");
  });
  afterEach(async () => {
    await connection.close();
    await temp.remove();
  });

  for (const seed of [TEST_SEED, TEST_SEED + 1]) {
    it(seeded("are what a recount of the blocks gives, after each block and each undo", seed), async () => {
      const random = createSeededRandom(seed);
      const upTo = (limit: number): number => Math.floor(random() * limit);
      const recount = new Recount();
      // Counts are remembered from step to step.
      const counts = new CallCounts(connection, CHUNK);
      for (let step = 0; step < STEPS; step += 1) {
        const [main, resource] = [recount.main.at(-1)?.block, recount.resource.at(-1)];
        if (main !== undefined && random() < 0.35) {
          await temp.store.undoMainBlock(main.height);
          recount.main.pop();
        } else {
          const sample = sampleMainBlock({
            height: (main?.height ?? 0) + 1,
            previous_blockhash: main?.blockhash ?? "",
            branch: `${step}`,
            transactions: Array.from({ length: upTo(6) }, () => [
              sampleAddress(upTo(9)),
              sampleAddress(10 + upTo(9)),
            ]),
          });
          const transactions = sample.transactions.map((transaction) => ({
            ...transaction,
            record: recordOf(CODES[upTo(CODES.length)] ?? { type: "", cid: null }, transaction.hash),
          }));
          recount.main.push({ ...sample, transactions });
          await temp.store.commitMainBlock({ ...sample, transactions });
        }
        if (step % 4 === 0) {
          const block = sampleResourceBlock((resource?.height ?? 0) + 1, resource?.blockhash ?? "");
          recount.resource.push({ ...block, difficulty: `${step}` });
          await temp.store.commitResourceBlock({ ...block, difficulty: `${step}` });
        } else if (step % 4 === 2 && resource !== undefined) {
          await temp.store.undoResourceBlock(resource.height);
          recount.resource.pop();
        }
        await expectAgreement(recount, counts);
      }
    });
  }

  async function expectAgreement(recount: Recount, counts: CallCounts): Promise<void> {
    const { index } = temp.store;
    if (index === undefined) throw new Error("There is no index. ");
    const blocks = [
      ...recount.main.map(({ block }) => block.s_timestamp),
      ...recount.resource.map(({ timestamp }) => timestamp),
    ];
    const times = [0, ...blocks.flatMap((time) => [time, time + 1]), ALWAYS].toSorted((a, b) => a - b);
    expect(await index.pastEnds(times)).to.deep.equal(times.map((time) => recount.end(time)));
    const firsts = Array.from({ length: recount.transactions.length + 3 }, (_, first) => first);
    for (const code of CODES) {
      const calls = recount.calls(code);
      const expected = firsts.map((first) => calls.filter(({ number }) => number <= first).length);
      expect(await counts.count(code, firsts)).to.deep.equal(expected);
      expect(await index.countCalls(code, firsts)).to.deep.equal(expected);
      expect(await index.listCalls({ code, before: ALWAYS, count: 1000 })).to.deep.equal(calls.toReversed());
      const before = calls[1]?.number ?? 0;
      expect(await index.listCalls({ code, before, count: 1 })).to.deep.equal(
        before === 0 ? [] : calls.slice(0, 1),
      );
    }
  }

  it("come back to a database that was made without their index, when it is opened", async () => {
    const [code] = CODES;
    if (code === undefined) throw new Error("There is one. ");
    const sample = sampleMainBlock({ height: 1, previous_blockhash: "" });
    const transactions = sample.transactions.map((each) => ({ ...each, record: recordOf(code, each.hash) }));
    const directory = await makeTempDirectory();
    const file = join(directory, "chain.sqlite");
    const made = await openSqliteStore({ file });
    await made.commitMainBlock({ ...sample, transactions });
    await made.close();
    const earlier = await openConnection(file, "read-write");
    await earlier.script("DROP INDEX transactions_by_code");
    await earlier.close();
    const store = await openSqliteStore({ file });
    expect(await store.index?.countCalls(code, [1])).to.deep.equal([1]);
    await store.close();
    await rm(directory, { recursive: true });
  });
});
