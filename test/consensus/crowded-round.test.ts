import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { TOO_LATE } from "../../src/consensus/chain-maker.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import type { Chunk } from "../../src/records/chunk.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { exchange, Validator } from "../support/validator.js";
import { OFFICE_START_US, prepareValidatorChain } from "../support/validator-chain.js";

const SECOND_US = 1_000_000;
const TENTH_US = SECOND_US / 10;
const [recipient, ...senders] = devAccounts() as [KeyPair, ...KeyPair[]];
const WORK_LIMIT = 6_000_000;
/** As many transfers have the work limit, more than the validators accept in two of the intervals. */
const FITTING = 98;
const TRANSFERS = 15;
const INTERVALS = 3;

describe("Chunks that together list more than a block holds (PROTOCOL 16.9)", () => {
  let clock: VirtualClock;
  let online: readonly Validator[];
  let submissions = 0;

  beforeEach(async () => {
    clock = new VirtualClock(OFFICE_START_US + 10 * SECOND_US + TENTH_US);
    online = await openBesideSilent(3);
  });
  afterEach(() => Promise.all(online.map(({ ledger }) => ledger.store.close())));

  /** Validators with one slot each; a further one, which holds the newest slot, is silent. */
  async function openBesideSilent(count: number): Promise<readonly Validator[]> {
    const slots = Array.from({ length: count + 1 }, (_, index) => index);
    const chain = await prepareValidatorChain(slots, undefined, { rules: 2, work_limit: WORK_LIMIT });
    const identities = chain.identities.slice(0, count);
    return Promise.all(identities.map(({ node }) => Validator.open(chain, node, clock)));
  }
  function transfer(from: KeyPair, index: number): SignedTransaction {
    const members = new Map<string, Value>([
      ["type", "Send"],
      ["timestamp", BigInt(clock.nowUs() + submissions * TRANSFERS + index)],
      ["from", from.address],
      ...networkMembers((online[0] as Validator).ledger.network),
      ["to", recipient.address],
      ["amount", "5"],
    ]);
    return signTransaction(members, from.privateKey);
  }
  /** Each validator accepts other transfers. */
  async function submitToEach(): Promise<readonly SignedTransaction[]> {
    submissions += 1;
    const all: SignedTransaction[] = [];
    for (const [number, validator] of online.entries()) {
      const sender = senders[number] as KeyPair;
      const own = Array.from({ length: TRANSFERS }, (_, index) => transfer(sender, index));
      await Promise.all(own.map((each) => validator.submit(each)));
      all.push(...own);
    }
    return all;
  }
  async function submitInIntervals(count: number): Promise<readonly SignedTransaction[]> {
    const accepted: SignedTransaction[] = [];
    for (let interval = 0; interval < count; interval += 1) {
      accepted.push(...(await submitToEach()));
      await clock.advance(SECOND_US);
    }
    return accepted;
  }
  /** Each validator hears of the transfers that others accepted. */
  async function tellAll(accepted: readonly SignedTransaction[]): Promise<void> {
    for (const each of online) {
      const unknown = accepted.filter(({ hash }) => each.pool.get(hash) === undefined);
      await Promise.all(unknown.map((transaction) => each.submit(transaction, { isForwarded: true })));
    }
  }
  /** Each validator proposes what it accepted, and then hears of the rest. */
  async function proposeApart(accepted: readonly SignedTransaction[]): Promise<void> {
    for (const each of online) await each.step();
    await tellAll(accepted);
  }
  /** Lets them make blocks. Returns the transfers in each block. */
  async function blocks(): Promise<readonly number[]> {
    const [first] = online as [Validator];
    const before = first.ledger.tip.height;
    while (online.some(({ pool }) => pool.size > 0)) {
      await exchange(online);
      for (const each of online) await each.step();
      await clock.advance(TENTH_US);
    }
    const made = await first.ledger.store.mainBlockSummaries(before + 1, first.ledger.tip.height);
    return made.map(({ transaction_count }) => transaction_count);
  }
  const WAYS = [
    ["to the one that proposes them", proposeApart],
    ["to all before one proposes", tellAll],
  ] as const;
  const droppedBy = (): readonly string[] => online.flatMap(({ dropped }) => [...dropped.values()]);

  for (const [known, tell] of WAYS)
    it(`known ${known}, are divided into blocks at the ends of intervals, and nothing is lost`, async () => {
      const accepted = await submitInIntervals(INTERVALS);
      const inInterval = online.length * TRANSFERS;
      await tell(accepted);
      expect(await blocks()).to.deep.equal([2 * inInterval, inInterval]);
      expect(droppedBy()).to.deep.equal([]);
      expect(new Set(online.map(({ ledger }) => ledger.tip.blockhash)).size).to.equal(1);
    });

  it("divide no voters where a chunk is late: they join a hypothesis whose block ends early", async () => {
    await Promise.all(online.map(({ ledger }) => ledger.store.close()));
    online = await openBesideSilent(5);
    await proposeApart(await submitInIntervals(2));
    const [first, ...others] = online as [Validator, ...Validator[]];
    const last = others.at(-1) as Validator;
    await exchange(others);
    await clock.advance(SECOND_US);
    await last.step();
    expect(last.hypothesis?.chunks.size).to.equal(others.length);
    // Only now it hears of the first one's chunk, and the others of its vote.
    await exchange(online);
    for (const each of [first, ...others]) await each.step();
    await exchange(online);
    for (const each of online) await each.step();
    expect(online.map(({ ledger }) => ledger.tip.transaction_count)).to.deep.equal(
      online.map(() => others.length * TRANSFERS),
    );
    expect(new Set(online.map(({ ledger }) => ledger.tip.blockhash)).size).to.equal(1);
  });

  it("lose no later interval because the first has more than a block holds", async () => {
    const accepted = [await submitToEach(), await submitToEach(), await submitToEach()].flat();
    await clock.advance(SECOND_US);
    accepted.push(...(await submitInIntervals(2)));
    await tellAll(accepted);
    const [first = 0, ...later] = await blocks();
    expect(first).to.be.within(FITTING - 1, FITTING);
    expect(later).to.deep.equal([2 * online.length * TRANSFERS]);
  });

  it("are in a block at the latest when chunks are renewed, although votes were divided", async () => {
    await Promise.all(online.map(({ ledger }) => ledger.store.close()));
    online = await openBesideSilent(5);
    await proposeApart(await submitInIntervals(2));
    const [first, second, third, ...late] = online as [Validator, Validator, Validator, ...Validator[]];
    await exchange([first, second, third]);
    await exchange([second, third, ...late]);
    for (const each of late) await first.book.offerChunk(each.chunk as Chunk);
    await clock.advance(SECOND_US);
    for (const each of online) await each.step();
    expect(online.map(({ hypothesis }) => hypothesis?.chunks.size)).to.deep.equal([5, 5, 5, 4, 4]);
    const before = first.ledger.tip.height;
    for (let tenth = 0; tenth < 200; tenth += 1) {
      await clock.advance(TENTH_US);
      await exchange(online);
      for (const each of online) await each.step();
    }
    expect(online.every(({ ledger }) => ledger.tip.height > before)).to.equal(true);
    expect(new Set(online.map(({ ledger }) => ledger.tip.blockhash)).size).to.equal(1);
  });

  for (const [known, tell] of WAYS)
    it(`within one interval, known ${known}, fill a block, and nothing is said to fail`, async () => {
      const accepted = [await submitToEach(), await submitToEach(), await submitToEach()].flat();
      await clock.advance(SECOND_US);
      await tell(accepted);
      const [block = 0, ...later] = await blocks();
      expect(later).to.deep.equal([]);
      expect(block).to.be.within(FITTING - 1, FITTING);
      expect(new Set(droppedBy())).to.deep.equal(new Set([TOO_LATE]));
    });
});
