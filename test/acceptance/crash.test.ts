import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { createClient } from "../../src/client/create-client.js";
import { readNetworkFile } from "../../src/node/network-file.js";
import { createNetwork } from "../../src/records/network.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { replay, stateOf } from "../support/replay.js";
import { makeTempDirectory } from "../support/temp-store.js";

const SUBMISSIONS = 200;
const AT_ONCE = 20;
/** The node is killed while it answers the group after so many. */
const KILLED_AFTER = 120;

describe("A node that is killed in the middle of 200 submissions", () => {
  let directory: string;
  let node: DevProcess;

  before(async () => {
    directory = await makeTempDirectory();
    node = await startDevProcess(directory);
  });
  after(async () => {
    await node.kill();
    await rm(directory, { recursive: true });
  });

  /** Signed when it is sent: a transaction must be younger than the last block. */
  function transfer(index: number): SignedTransaction {
    const from = node.accounts[index % node.accounts.length];
    const to = node.accounts[(index + 1) % node.accounts.length];
    if (from === undefined || to === undefined) throw new Error("There are no accounts. ");
    const timestamp = BigInt(Date.now() * 1000 + index);
    const members = { type: "Send", timestamp, from: from.address, to: to.address, amount: "1" };
    return signTransaction(new Map<string, Value>(Object.entries(members)), from.privateKey);
  }

  it("has every transaction it called committed exactly once, and the state of a replay", async () => {
    const client = createClient({ url: node.url, retries: 0 });
    const committed = new Set<string>();
    const sent = new Set<string>();
    for (let first = 0; first < SUBMISSIONS; first += AT_ONCE) {
      const group = Array.from({ length: AT_ONCE }, (_, index) => transfer(first + index));
      for (const { hash } of group) sent.add(hash);
      const answers = group.map((each) => client.sendTransaction(each));
      if (first === KILLED_AFTER) {
        await Promise.any(answers);
        await node.kill();
      }
      await Promise.allSettled(answers);
      if (first >= KILLED_AFTER) continue;
      for (const hash of (await client.listTransaction({ page: 1, count: 1000 })).keys()) committed.add(hash);
    }
    expect([...committed].filter((hash) => sent.has(hash))).to.not.deep.equal([]);

    node = await startDevProcess(directory);
    const again = createClient({ url: node.url });
    for (const hash of committed) expect(await again.getTransaction(hash)).to.not.equal(null);
    await node.stop();

    const store = await openSqliteStore({ file: join(directory, "chain.sqlite"), readOnly: true });
    const network = createNetwork(await readNetworkFile(join(directory, "network.toml")));
    const copy = await replay(store, network, Date.now() * 1000);
    expect(await copy.lastMainBlock()).to.deep.equal(await store.lastMainBlock());
    for (const kind of ["universal", "local"] as const) {
      expect(await stateOf(store, kind)).to.deep.equal(await stateOf(copy, kind));
    }
    await copy.close();
    await store.close();
  });
});
