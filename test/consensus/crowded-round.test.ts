import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { TOO_LATE } from "../../src/consensus/chain-maker.js";
import { VirtualClock } from "../../src/node/clock/virtual-clock.js";
import { devAccounts } from "../../src/node/network/dev-network.js";
import type { KeyPair } from "../../src/node/directory/identity.js";
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
  let three: readonly Validator[];
  let submissions = 0;

  /** Three validators; a fourth, which holds the newest slot, is silent. */
  beforeEach(async () => {
    clock = new VirtualClock(OFFICE_START_US + 10 * SECOND_US + TENTH_US);
    const chain = await prepareValidatorChain([0, 1, 2, 3], undefined, { rules: 2, work_limit: WORK_LIMIT });
    const identities = chain.identities.slice(0, 3);
    three = await Promise.all(identities.map(({ node }) => Validator.open(chain, node, clock)));
  });
  afterEach(() => Promise.all(three.map(({ ledger }) => ledger.store.close())));

  function transfer(from: KeyPair, index: number): SignedTransaction {
    const members = new Map<string, Value>([
      ["type", "Send"],
      ["timestamp", BigInt(clock.nowUs() + submissions * TRANSFERS + index)],
      ["from", from.address],
      ...networkMembers((three[0] as Validator).ledger.network),
      ["to", recipient.address],
      ["amount", "5"],
    ]);
    return signTransaction(members, from.privateKey);
  }
  /** Each validator accepts other transfers. */
  async function submitToEach(): Promise<readonly SignedTransaction[]> {
    submissions += 1;
    const all: SignedTransaction[] = [];
    for (const [number, validator] of three.entries()) {
      const sender = senders[number] as KeyPair;
      const own = Array.from({ length: TRANSFERS }, (_, index) => transfer(sender, index));
      await Promise.all(own.map((each) => validator.submit(each)));
      all.push(...own);
    }
    return all;
  }
  /** Each validator hears of the transfers that others accepted. */
  async function tellAll(accepted: readonly SignedTransaction[]): Promise<void> {
    for (const each of three) {
      const unknown = accepted.filter(({ hash }) => each.pool.get(hash) === undefined);
      await Promise.all(unknown.map((transaction) => each.submit(transaction)));
    }
  }
  /** Each validator proposes what it accepted, and then hears of the rest. */
  async function proposeApart(accepted: readonly SignedTransaction[]): Promise<void> {
    for (const each of three) await each.step();
    await tellAll(accepted);
  }
  /** Lets them make blocks. Returns the transfers in each block. */
  async function blocks(): Promise<readonly number[]> {
    const [first] = three as [Validator];
    const before = first.ledger.tip.height;
    while (three.some(({ pool }) => pool.size > 0)) {
      await exchange(three);
      for (const each of three) await each.step();
      await clock.advance(TENTH_US);
    }
    const made = await first.ledger.store.mainBlockSummaries(before + 1, first.ledger.tip.height);
    return made.map(({ transaction_count }) => transaction_count);
  }
  const droppedBy = (): readonly string[] => three.flatMap(({ dropped }) => [...dropped.values()]);

  it("are divided into blocks at the ends of intervals, and nothing that was accepted is lost", async () => {
    const accepted: SignedTransaction[] = [];
    for (let interval = 0; interval < INTERVALS; interval += 1) {
      accepted.push(...(await submitToEach()));
      await clock.advance(SECOND_US);
    }
    const inInterval = three.length * TRANSFERS;
    await proposeApart(accepted);
    expect(await blocks()).to.deep.equal([2 * inInterval, inInterval]);
    expect(droppedBy()).to.deep.equal([]);
    expect(new Set(three.map(({ ledger }) => ledger.tip.blockhash)).size).to.equal(1);
  });

  for (const [known, tell] of [
    ["to the one that proposes them", proposeApart],
    ["to all before one proposes", tellAll],
  ] as const)
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
