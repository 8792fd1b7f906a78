import { expect } from "chai";
import type { AskedTransactions, MainBlockCommit } from "../../src/store/store.js";
import { sampleAddress, sampleMainBlock } from "../support/sample-blocks.js";
import { describeStores, type KeptStore } from "../support/stores.js";
import { listTransactions } from "../../src/store/reads.js";

describeStores("transactions", (open) => {
  const [alice, bob, carol] = [sampleAddress(1), sampleAddress(2), sampleAddress(3)];
  const listings = [[[alice, bob], [alice]], [[bob, alice]], [[carol], [alice, carol], [bob]]];
  let temp: KeptStore;
  let chain: MainBlockCommit[];
  beforeEach(async () => {
    temp = await open();
    chain = [];
    for (const [index, transactions] of listings.entries()) {
      const previous_blockhash = chain.at(-1)?.block.blockhash ?? "";
      const commit = sampleMainBlock({ height: index + 1, previous_blockhash, transactions });
      await temp.store.commitMainBlock(commit);
      chain.push(commit);
    }
  });
  afterEach(() => temp.remove());

  /** The hashes that a list must hold: of an address or of all, newest first. */
  function hashes(blocks: readonly MainBlockCommit[], address?: string): string[] {
    const all = blocks.flatMap(({ transactions }) => transactions);
    return all
      .filter(({ addresses }) => address === undefined || addresses.includes(address))
      .map(({ hash }) => hash)
      .toReversed();
  }

  async function listed(page: number, count: number, address?: string): Promise<string[]> {
    const list = await listTransactions(temp.store, { page, count }, address);
    const streamed: string[] = [];
    for await (const { hash } of temp.store.streamTransactions({ page, count }, address)) streamed.push(hash);
    expect(streamed).to.deep.equal(list.map(({ hash }) => hash));
    return streamed;
  }

  it("are returned by hash with their place and record", async () => {
    const wanted = chain[2]?.transactions[1];
    expect(await temp.store.transaction(wanted?.hash ?? "")).to.deep.equal({
      hash: wanted?.hash,
      height: 3,
      record: wanted?.record,
    });
    expect(await temp.store.transaction("ff")).to.equal(null);
  });

  it("are found from a place of a block on, by address, hash and text, a few long ones at a time", async () => {
    const long = "x".repeat(50_000);
    const previous_blockhash = chain.at(-1)?.block.blockhash ?? "";
    const next = sampleMainBlock({ height: 4, previous_blockhash, transactions: [[bob], [carol], [bob]] });
    const transactions = next.transactions.map((one) => ({
      ...one,
      record: one.record.replace("Send", long),
    }));
    await temp.store.commitMainBlock({ ...next, transactions });
    const asked = { from: { height: 1, place: 1 }, toHeight: 3, count: 10 };
    const found = async (wanted: Partial<AskedTransactions>): Promise<unknown> => {
      const between = { ...asked, ...wanted };
      const all = await temp.store.snapshot((moment) => moment.transactionsBetween(between));
      for (const { height, place, hash, record } of all) {
        const stored = await temp.store.transaction(hash);
        expect({ height, record }).to.deep.equal({ height: stored?.height, record: stored?.record });
        expect([...chain, next][height - 1]?.transactions[place]?.hash).to.equal(hash);
      }
      return all.map(({ height, place }) => `${height}.${place}`);
    };
    expect(await found({})).to.deep.equal(["1.1", "2.0", "3.0", "3.1", "3.2"]);
    expect(await found({ count: 2 })).to.deep.equal(["1.1", "2.0"]);
    expect(await found({ address: alice })).to.deep.equal(["1.1", "2.0", "3.1"]);
    expect(await found({ address: alice, from: { height: 2, place: 1 } })).to.deep.equal(["3.1"]);
    expect(await found({ address: "unknown" })).to.deep.equal([]);
    expect(await found({ hash: chain[2]?.transactions[1]?.hash ?? "" })).to.deep.equal(["3.1"]);
    expect(await found({ hash: "no hash" })).to.deep.equal([]);
    expect(await found({ text: `"from":"${carol}"` })).to.deep.equal(["3.0"]);
    expect(await found({ from: { height: 3, place: 2 }, toHeight: 4 })).to.deep.equal(["3.2", "4.0", "4.1"]);
    expect(await found({ from: { height: 4, place: 2 }, toHeight: 4, address: bob })).to.deep.equal(["4.2"]);
    expect(await found({ from: { height: 4, place: 3 }, toHeight: 4 })).to.deep.equal([]);
  });

  it("of a large block keep their order, among all and under an address", async () => {
    const transactions = Array.from({ length: 1100 }, (_, index) => (index % 100 === 0 ? [bob] : [carol]));
    const previous_blockhash = chain.at(-1)?.block.blockhash ?? "";
    const large = sampleMainBlock({ height: 4, previous_blockhash, transactions });
    await temp.store.commitMainBlock(large);
    const all = [...chain, large];
    expect(await listed(1, 1200)).to.deep.equal(hashes(all));
    expect(await listed(1, 1200, bob)).to.deep.equal(hashes(all, bob));
  });

  it("are known or unknown, many in one call", async () => {
    const [known] = hashes(chain);
    expect(await temp.store.knownTransactions(["ff", known ?? "", "00"])).to.deep.equal(new Set([known]));
    expect(await temp.store.knownTransactions([])).to.deep.equal(new Set());
  });

  it("are listed newest first, page by page", async () => {
    const all = hashes(chain);
    expect(await listed(1, 100)).to.deep.equal(all);
    expect(await listed(1, 4)).to.deep.equal(all.slice(0, 4));
    expect(await listed(2, 4)).to.deep.equal(all.slice(4));
    expect(await listed(3, 4)).to.deep.equal([]);
    expect(await listed(Number.MAX_SAFE_INTEGER, 1000)).to.deep.equal([]);
  });

  it("are listed under each of their addresses, newest first, page by page", async () => {
    for (const address of [alice, bob, carol]) {
      expect(await listed(1, 100, address)).to.deep.equal(hashes(chain, address));
    }
    expect(await listed(2, 3, alice)).to.deep.equal(hashes(chain, alice).slice(3));
    expect(await listed(Number.MAX_SAFE_INTEGER, 1000, alice)).to.deep.equal([]);
    expect(await listed(1, 10, sampleAddress(9))).to.deep.equal([]);
  });

  it("vanish from every list with an undone block, and others can replace them", async () => {
    const { store } = temp;
    await store.undoMainBlock(3);
    for (const address of [undefined, alice, bob, carol]) {
      expect(await listed(1, 100, address)).to.deep.equal(hashes(chain.slice(0, 2), address));
    }
    expect(await store.knownTransactions(hashes(chain))).to.deep.equal(new Set(hashes(chain.slice(0, 2))));
    const previous_blockhash = chain[1]?.block.blockhash ?? "";
    const other = sampleMainBlock({
      height: 3,
      previous_blockhash,
      branch: "other",
      transactions: [[carol, alice]],
    });
    await store.commitMainBlock(other);
    for (const address of [undefined, alice, carol]) {
      expect(await listed(1, 100, address)).to.deep.equal(hashes([...chain.slice(0, 2), other], address));
    }
  });
});
