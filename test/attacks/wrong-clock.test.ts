import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import type { Clock } from "../../src/base/clock/clock.js";
import { Health } from "../../src/ops/health/health.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { Node } from "../../src/node/node.js";
import { answerPeer } from "../../src/api/views/peer-answer.js";
import { signTransaction } from "../../src/records/transaction.js";
import { forwardTo } from "../support/forward-to.js";
import { testIdentity } from "../support/keys.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { OFFICE_START_US, openValidatorStore, prepareValidatorChain } from "../support/validator-chain.js";

const SECOND_US = 1_000_000;
const HOSTS = ["a:1", "b:1", "c:1"];
const WRONG_US = 600 * SECOND_US;
/** Clocks that were moved are asked for within 5 s, three failures drop a peer, and the watch looks every second. */
const SOON_US = 30 * SECOND_US;

describe("Clocks of a validator and of others (PROTOCOL 15.13)", function () {
  this.timeout(60_000);
  let nodes: PeerNodes;
  let validators: Node[];
  /** By how much each clock is ahead, µs. */
  let offsets: number[];

  /** @param named the hosts that each validator names. */
  async function open(named: (host: string) => readonly string[]): Promise<void> {
    nodes = new PeerNodes(OFFICE_START_US + 10 * SECOND_US);
    [validators, offsets] = [[], [0, 0, 0]];
    const chain = await prepareValidatorChain([0, 1, 2]);
    for (const [index, host] of HOSTS.entries()) {
      const identity = chain.identities[index];
      if (identity === undefined) throw new RangeError("There is a node for each slot. ");
      const clock: Clock = {
        nowUs: () => nodes.clock.nowUs() + (offsets[index] ?? 0),
        schedule: (us, task) => nodes.clock.schedule(us, task),
      };
      const store = await openValidatorStore(chain);
      const { network } = chain;
      validators.push(
        await nodes.open(host, { network, hosts: named(host), publicHost: host, identity, store, clock }),
      );
    }
    for (const node of validators) node.start();
    expect(
      await nodes.until(() => validators.every((node) => peersOf(node) >= named("a:1").length)),
    ).to.equal(true);
  }
  afterEach(() => nodes.stop());

  const others = (host: string): readonly string[] => HOSTS.filter((other) => other !== host);
  const peersOf = (node: Node): number => node.peers?.tracker.peers.size ?? 0;
  const refusals = (): readonly (string | undefined)[] =>
    validators.map(({ stopReason }) => stopReason?.code);

  async function problemsOf(node: Node): Promise<readonly string[]> {
    const health = new Health(node, null);
    await health.look();
    return health.readiness().checks.flatMap(({ name, isPassed }) => (isPassed ? [] : [name]));
  }

  function transfer() {
    const [sender, receiver] = devAccounts();
    const transaction = new Map<string, Value>([
      ["type", "Send"],
      ["timestamp", BigInt(nodes.clock.nowUs())],
      ["to", receiver?.address ?? ""],
      ["amount", "1"],
    ]);
    return signTransaction(transaction, sender?.privateKey ?? "");
  }

  it("leave the others ready when one of three is 4 s slow or 10 min fast", async () => {
    await open(others);
    const [first, second, third] = validators;
    if (first === undefined || second === undefined || third === undefined) throw new RangeError("Three. ");
    for (const offset of [-4 * SECOND_US, WRONG_US]) {
      offsets = [0, 0, offset];
      const isNoted = (): boolean =>
        Math.abs(third.peers?.tracker.clockOffset(third.clock.nowUs())?.offsetUs ?? 0) > 3 * SECOND_US;
      expect(await nodes.until(isNoted, SOON_US)).to.equal(true);
      await nodes.until(() => false, 6 * SECOND_US);
      for (const node of [first, second]) expect(await problemsOf(node)).to.not.include("clock");
      expect(await problemsOf(third)).to.include("clock");
    }
  });

  it("silence one whose clock all named peers and most slot holders refuse, until it is right", async () => {
    await open(others);
    const [first, , third] = validators;
    if (first === undefined || third === undefined) throw new RangeError("There are three. ");
    offsets = [0, 0, -WRONG_US];
    expect(await nodes.until(() => third.stopReason !== null, SOON_US)).to.equal(true);
    expect(refusals()).to.deep.equal([undefined, undefined, "CLOCK_REFUSED"]);
    expect(await problemsOf(third)).to.include("signing");
    const s_timestamp = 2 * third.clock.nowUs();
    const record = { kind: "chunk", previous_blockhash: "", s_timestamp, transactions: [] } as const;
    expect(await third.signing.key.sign([record])).to.equal(null);
    // The others go on.
    const { height } = first.ledger.tip;
    await first.submit(transfer());
    expect(await nodes.until(() => first.ledger.tip.height > height, SOON_US)).to.equal(true);
    offsets = [0, 0, 0];
    expect(await nodes.until(() => third.stopReason === null, SOON_US)).to.equal(true);
    expect(await nodes.until(() => third.ledger.tip.height > height, SOON_US)).to.equal(true);
  });

  it("of strangers silence no validator, and a validator without named peers only says that its clock is wrong", async () => {
    await open((host) => (host === "a:1" ? [] : ["a:1"]));
    const [victim] = validators;
    if (victim === undefined) throw new RangeError("There are three. ");
    for (let index = 0; index < 8; index += 1) {
      const name = `evil${index}:1`;
      const { peer } = testIdentity(name);
      const stated = { ledger: victim.ledger, key: peer, tracker: undefined };
      nodes.engines.set(
        name,
        forwardTo(() => victim, {
          peer: (query) => answerPeer({ ...stated, nowUs: nodes.clock.nowUs() + WRONG_US }, query),
        }),
      );
      await victim.peer({ register: true, host: name, authentication: false });
    }
    await nodes.until(() => false, 15 * SECOND_US);
    expect(refusals()).to.deep.equal([undefined, undefined, undefined]);
    expect(await problemsOf(victim))
      .to.not.include("signing")
      .and.not.include("clock");
    offsets = [-WRONG_US, 0, 0];
    await nodes.until(() => false, SOON_US);
    expect(refusals()[0]).to.equal(undefined);
    expect(await problemsOf(victim)).to.include("clock");
  });
});
