import { join } from "node:path";
import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { createClient } from "../../src/client/create-client.js";
import { readNetworkFile } from "../../src/data/directory/network-file.js";
import { createNetwork } from "../../src/records/network.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import type { DevProcessFixture } from "../support/dev-process.js";
import { replay, stateOf } from "../support/replay.js";

const SUBMISSIONS = 200;
const AT_ONCE = 20;
/** The node is killed while it answers the group after this many transactions. */
const KILLED_AFTER = 120;

/** A node with funded accounts is killed while it takes transactions. */
export function describeCrash(fixture: DevProcessFixture): void {
  let members: ReadonlyMap<string, string>;

  /** Signed when it is sent: a transaction must be younger than the last block. */
  function transfer(index: number): SignedTransaction {
    const { accounts } = fixture.node;
    const from = accounts[index % accounts.length];
    const to = accounts[(index + 1) % accounts.length];
    if (from === undefined || to === undefined) throw new Error("There are no accounts. ");
    const timestamp = BigInt(Date.now() * 1000 + index);
    const transaction = new Map<string, Value>([
      ["type", "Send"],
      ["timestamp", timestamp],
      ["from", from.address],
      ...members,
      ["to", to.address],
      ["amount", "1"],
    ]);
    return signTransaction(transaction, from.privateKey);
  }

  it("has each transaction that it reported as committed exactly once, and the state that a replay gives", async () => {
    const client = createClient({ url: fixture.node.url, retries: 0 });
    members = await client.networkMembers();
    const committed = new Set<string>();
    const sent = new Set<string>();
    const noteCommitted = async (): Promise<void> => {
      for (const hash of (await client.listTransaction({ page: 1, count: 1000 })).keys()) committed.add(hash);
    };
    for (let first = 0; first < SUBMISSIONS; first += AT_ONCE) {
      // Some must be in blocks before the kill, however fast the node answers.
      if (first === KILLED_AFTER)
        while (![...sent].some((hash) => committed.has(hash))) await noteCommitted();
      const group = Array.from({ length: AT_ONCE }, (_, index) => transfer(first + index));
      for (const { hash } of group) sent.add(hash);
      const answers = group.map((each) => client.sendTransaction(each));
      if (first === KILLED_AFTER) {
        await Promise.race(answers.map((answer) => answer.catch(() => null)));
        await fixture.node.kill();
      }
      await Promise.allSettled(answers);
      if (first >= KILLED_AFTER) continue;
      await noteCommitted();
    }

    await fixture.restart();
    const again = createClient({ url: fixture.node.url });
    for (const hash of committed) expect(await again.getTransaction(hash)).to.not.equal(null);
    await fixture.node.stop();

    const store = await openSqliteStore({ file: join(fixture.directory, "chain.sqlite"), readOnly: true });
    const network = createNetwork(await readNetworkFile(join(fixture.directory, "network.toml")));
    const copy = await replay(store, network, Date.now() * 1000);
    expect(await copy.mainBlockSummary("last")).to.deep.equal(await store.mainBlockSummary("last"));
    for (const kind of ["universal", "local"] as const) {
      expect(await stateOf(store, kind)).to.deep.equal(await stateOf(copy, kind));
    }
    await copy.close();
    await store.close();
  });
}
