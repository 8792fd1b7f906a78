import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import type { Value, ValueMap } from "../../src/codec/value.js";
import { createClientOver } from "../../src/client/create-client.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { ForwardLine } from "../../src/peers/forwarding/forward-line.js";
import { MAX_FORWARDED_TOGETHER } from "../../src/records/operations/limits.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";

const START_US = 1_800_000_000_000_000;
const [SENDER] = devAccounts();

function transfer(index: number, data = ""): SignedTransaction {
  if (SENDER === undefined) throw new RangeError("There are ten. ");
  const members = [
    ["type", "Send"],
    ["timestamp", BigInt(START_US + index)],
    ["data", data],
  ] as const;
  return signTransaction(new Map<string, Value>(members), SENDER.privateKey);
}

describe("A line of forwards to one slot holder (PROTOCOL 15.14)", () => {
  const clock = new VirtualClock(START_US);
  let pool: Map<string, SignedTransaction>;
  let calls: ValueMap[];
  let taken: string[];
  let answer: (parameters: ValueMap) => ValueMap;
  let line: ForwardLine;

  beforeEach(() => {
    [pool, calls, taken] = [new Map(), [], []];
    const client = createClientOver(async (_, parameters) => {
      calls.push(parameters);
      return answer(parameters);
    }, "a:1");
    const onTaken = (hash: string): void => void taken.push(hash);
    line = new ForwardLine({ client, clock, waiting: (hash) => pool.get(hash), onTaken });
  });

  function add(...transactions: readonly SignedTransaction[]): void {
    for (const each of transactions) pool.set(each.hash, each);
    for (const { hash } of transactions) line.add(hash);
  }
  /** Lets time pass, with the answers to the calls in between. */
  async function pass(us: number): Promise<void> {
    for (let step = 0; step < 20; step += 1) {
      await clock.advance(us / 20);
      await new Promise(setImmediate);
    }
  }
  const many = (count: number): readonly SignedTransaction[] =>
    Array.from({ length: count }, (_, index) => transfer(index));
  const sizes = (): readonly number[] =>
    calls.map((parameters) => {
      const forward = parameters.get("forward");
      return Array.isArray(forward) ? forward.length : 1;
    });

  function takeAll(parameters: ValueMap): ValueMap {
    const forward = parameters.get("forward");
    const data = Array.isArray(forward) ? forward.map(() => "taken") : "Transaction is added: ";
    return new Map<string, Value>([
      ["data", data],
      ["forward", true],
    ]);
  }

  it("sends one request a transaction until the host has understood the mark", async () => {
    answer = () => new Map([["data", "Transaction is added: "]]);
    add(...many(3));
    await pass(1000);
    add(...many(5).slice(3));
    await pass(2000);
    expect(sizes()).to.deep.equal([1, 1, 1, 1, 1]);
    expect(taken).to.have.lengthOf(5);
  });

  it("then sends those of a millisecond together, a limited number a request", async () => {
    answer = takeAll;
    add(transfer(99));
    await pass(2000);
    add(...many(MAX_FORWARDED_TOGETHER + 1));
    await pass(2000);
    expect(sizes()).to.deep.equal([1, MAX_FORWARDED_TOGETHER, 1]);
    expect(taken).to.have.lengthOf(MAX_FORWARDED_TOGETHER + 2);
  });

  it("keeps long transactions apart", async () => {
    answer = takeAll;
    add(transfer(99));
    await pass(2000);
    add(...[1, 2, 3].map((index) => transfer(index, "x".repeat(60_000))));
    await pass(2000);
    expect(sizes()).to.deep.equal([1, 2, 1]);
  });

  it("tries three times what an overloaded host refuses", async () => {
    answer = () => {
      throw new ChainError("NODE_BUSY", "Too many. ", { kind: "busy" });
    };
    add(transfer(1));
    await pass(10_000_000);
    expect(sizes()).to.deep.equal([1, 1, 1]);
    expect(taken).to.deep.equal([]);
  });

  it("does not try again what the host refuses, or what no longer waits", async () => {
    answer = () => {
      throw new ChainError("NODE_REFUSED", "No. ");
    };
    add(transfer(1));
    await pass(10_000_000);
    expect(sizes()).to.deep.equal([1]);
    answer = takeAll;
    const gone = transfer(2);
    add(gone);
    pool.delete(gone.hash);
    await pass(10_000_000);
    expect(sizes()).to.deep.equal([1]);
  });
});
