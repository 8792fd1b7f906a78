import { appendFile, rm, stat } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { objectToValue } from "../../../src/codec/value.js";
import { poolFile, type PoolMemory } from "../../../src/data/directory/pool-file.js";
import { signTransaction, type SignedTransaction } from "../../../src/records/transaction.js";
import { testKey } from "../../support/keys.js";
import { makeTempDirectory } from "../../support/temp-store.js";
import { mapIn } from "../../support/vectors.js";

const transfer = (timestamp: bigint): SignedTransaction =>
  signTransaction(
    mapIn(objectToValue({ type: "Send", timestamp, note: "é \n {" })),
    testKey("alice").privateKey,
  );
const unexpected = (reason: string): never => {
  throw new Error(reason);
};

describe("The file of pending transactions (PROTOCOL 15.2)", () => {
  let directory: string;
  let path: string;
  let file: PoolMemory;
  beforeEach(async () => {
    directory = await makeTempDirectory();
    path = join(directory, "pool.ndjson");
    file = poolFile(path);
  });
  afterEach(() => rm(directory, { recursive: true }));

  it("returns the transactions saved last, in their order", async () => {
    await file.save([transfer(3n)]);
    const saved = [transfer(2n), transfer(1n)];
    await file.save(saved);
    expect(await poolFile(path).load(unexpected)).to.deep.equal(saved);
  });

  it("is readable by its owner alone, and leaves no draft", async () => {
    await file.save([transfer(1n)]);
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
    expect(existsSync(`${path}.draft`)).to.equal(false);
  });

  it("returns nothing when it is missing, and is removed when there is nothing to keep", async () => {
    expect(await file.load(unexpected)).to.deep.equal([]);
    await file.save([transfer(1n)]);
    await file.save([]);
    expect(existsSync(path)).to.equal(false);
    await file.save([]);
  });

  it("reports each unreadable line and returns the others", async () => {
    await file.save([transfer(1n)]);
    await appendFile(path, `{"transaction":\n[]\n${transfer(2n).text}\n`);
    const reasons: string[] = [];
    const loaded = await file.load((reason) => reasons.push(reason));
    expect(loaded.map(({ timestamp }) => timestamp)).to.deep.equal([1, 2]);
    expect(reasons).to.have.lengthOf(2);
  });
});
