import { expect } from "chai";
import { findBlockTarget, findTransactionHash } from "../../src/actions/find-hash.js";
import type { Client } from "../../src/client/index.js";
import type { ChainError } from "../../src/codec/chain-error.js";
import { TIME_LENGTH } from "../../src/codec/hash.js";

const LAST = 4_000_000;
const SECOND_US = 1_000_000;
/** Blocks follow each other each second, but for a pause of a year after the first hundred. */
const timeOf = (height: number): number => 1.7e15 + (height + (height > 100 ? 31_536_000 : 0)) * SECOND_US;
const hashAt = (timeUs: number): string => timeUs.toString(16).padStart(TIME_LENGTH, "0").padEnd(78, "7");
/** The only transaction of a block is older than the block. */
const transactionAt = (height: number): string => hashAt(timeOf(height) - 400_000);

describe("Part of a hash of a chain of four million blocks", () => {
  let reads = 0;
  const summary = (height: number): object => ({
    s_timestamp: timeOf(height),
    blockhash: hashAt(timeOf(height)),
  });
  const client = {
    blockCount: async () => LAST,
    getBlockSummary: async (height: number) => {
      reads += 1;
      return summary(height);
    },
    getBlock: async (height: number) => {
      reads += 1;
      return { ...summary(height), transactions: [{ hash: transactionAt(height) }] };
    },
    broadcast: async () => ({ transactions: new Map() }),
  } as unknown as Client;
  beforeEach(() => (reads = 0));
  const failureOf = (work: Promise<unknown>): Promise<ChainError> =>
    work.then(
      () => expect.fail("nothing was thrown"),
      (error: unknown) => error as ChainError,
    );
  /** Two binary searches of 22 steps, and the blocks of a listed error. */
  const fewReads = (): void => void expect(reads).to.be.at.most(2 * 22 + 12);

  it("is refused with ten candidates in the time of a few blocks when many fit", async () => {
    const hash = transactionAt(2_000_000);
    for (const length of [4, 6, 7]) {
      reads = 0;
      const { code, details } = await failureOf(findTransactionHash(client, hash.slice(0, length)));
      expect(code).to.equal("HASH_AMBIGUOUS");
      expect(Object.keys(details)).to.have.length(10);
      fewReads();
    }
    expect((await failureOf(findBlockTarget(client, hash.slice(0, 5)))).code).to.equal("HASH_AMBIGUOUS");
  });

  it("is accepted whenever it fits one, however short it is", async () => {
    const hash = transactionAt(2_000_000);
    expect(await findTransactionHash(client, hash.slice(0, 10))).to.equal(hash);
    fewReads();
    const sparse = { ...client, blockCount: async () => 1 };
    expect(await findTransactionHash(sparse, transactionAt(1).slice(0, 4))).to.equal(transactionAt(1));
    expect(await findBlockTarget(sparse, hashAt(timeOf(1)).slice(0, 4))).to.equal(hashAt(timeOf(1)));
  });

  it("names nothing in the time of a pause", async () => {
    const between = hashAt(timeOf(100) + 1e12).slice(0, 8);
    expect((await failureOf(findTransactionHash(client, between))).code).to.equal("TRANSACTION_UNKNOWN");
    fewReads();
  });

  it("needs more characters when its end is given and its beginning fits too many blocks", async () => {
    const hash = transactionAt(2_000_000);
    expect((await failureOf(findTransactionHash(client, `${hash.slice(0, 4)}…0`))).code).to.equal(
      "HASH_SHORT",
    );
    expect(reads).to.be.at.most(2 * 22 + 256);
    expect(await findTransactionHash(client, `${hash.slice(0, 9)}…7`)).to.equal(hash);
  });
});
