import { ChainError } from "../../../src/codec/chain-error.js";
import { hashOf } from "../../../src/codec/hash.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { isMap } from "../../../src/codec/value.js";
import { createKeyPair, type Identity } from "../../../src/data/directory/identity.js";
import { devAccounts } from "../../../src/data/dev-network.js";
import { createNetwork } from "../../../src/records/network.js";
import type { RulesNumber } from "../../../src/records/rules.js";
import { networkMembers } from "../../../src/records/transaction-rules.js";
import { FastSigner } from "../../support/fast-signer.js";
import { untilDone } from "../../support/until-done.js";
import { CUTS } from "../cuts.js";
import { Dice } from "../dice.js";
import { copyDisk } from "../disk.js";
import { found, type Founding, type Pace } from "../founding.js";
import { hostOf, Participant } from "../participant.js";
import { SimulatedClock } from "../simulated-clock.js";
import { Wire } from "../wire.js";
import { Lines, type LinesOptions } from "./lines.js";
import { Measurement } from "./measurement.js";

export interface DistanceOrder extends LinesOptions {
  readonly seed: number;
  /** The number of validators. */
  readonly nodes: number;
  /** Nodes beside them that make no blocks. */
  readonly followers?: number;
  /** How many validators follow rules 1 without the local rules (PROTOCOL 15). */
  readonly plain?: number;
  /** The index of the first of them; default 1. The genesis node follows the local rules. */
  readonly plainFrom?: number;
  readonly rules?: RulesNumber;
  /** Transactions a second, each to any node. */
  readonly tps: number;
  /** How long is measured, s. */
  readonly seconds: number;
  /** How long the network is cut in halves at the begin of the measured time, s. */
  readonly cutSeconds?: number;
  readonly onLog?: (line: string) => void;
}

export interface DistanceResult {
  readonly order: DistanceOrder;
  readonly accepted: number;
  readonly committed: number;
  /** In no block, because a validator without the local rules sealed the block that passed over them (PROTOCOL 15.14). */
  readonly passedOver: number;
  readonly refused: number;
  /** From the submission until a node has the block, s; null when no transaction was committed. */
  readonly inclusion: { readonly median: number; readonly p99: number } | null;
  /** A second and node, kB = 1,000 bytes. */
  readonly receivedKilobytes: number;
  /** A second and node. */
  readonly calls: number;
  /** Of a second and node, by operation. */
  readonly operations: readonly {
    readonly name: string;
    readonly calls: number;
    readonly kilobytes: number;
  }[];
  /** Blocks that some nodes took and undid. */
  readonly undone: number;
  /** Whether all nodes ended with one tip. */
  readonly isAgreed: boolean;
}

const SECOND_US = 1_000_000;
const STEP_US = 20_000;
/** No node mines during the run, and no block is fixed. */
const PACE: Pace = { resourceUs: 60 * SECOND_US, confirmUs: 600 * SECOND_US };
/** Longer than any run. */
const NEVER_US = 3600 * SECOND_US;
const GATHERING_SECONDS = 5;
const WARMING_SECONDS = 3;
/** After the load every accepted transaction must have come into a block. */
const SETTLING_SECONDS = 8;
const RECIPIENT = createKeyPair(hashOf("recipient"));

/** A network of nodes that are far from each other, under load. The same order gives the same result. */
export class DistantNetwork {
  readonly #order: DistanceOrder;
  readonly #founding: Founding;
  readonly #dice: Dice;
  readonly #clock: SimulatedClock;
  readonly #lines: Lines;
  readonly #measurement: Measurement;
  readonly #failures: unknown[] = [];
  readonly #participants: Participant[] = [];
  readonly #signers: readonly FastSigner[];
  /** When each accepted transaction was submitted, µs, by hash. */
  readonly #accepted = new Map<string, number>();
  /** When the first node had each block, µs, by hash. */
  readonly #blocks = new Map<string, number>();
  #offered = 0;
  #refused = 0;

  private constructor(order: DistanceOrder, founding: Founding) {
    this.#order = order;
    this.#founding = founding;
    this.#dice = new Dice(order.seed);
    this.#clock = new SimulatedClock(founding.startUs, (error) => this.#failures.push(error));
    this.#lines = new Lines(this.#clock, this.#dice, order);
    this.#measurement = new Measurement(order.nodes + (order.followers ?? 0));
    const members = networkMembers(createNetwork(founding.network));
    this.#signers = devAccounts().map((account) => new FastSigner(account, members));
  }

  /** Founds a network and measures it. Throws the first error of a node. */
  static async measure(order: DistanceOrder): Promise<DistanceResult> {
    return new DistantNetwork(order, await found(order.nodes, PACE, order.rules)).#run();
  }

  async #run(): Promise<DistanceResult> {
    const { seconds, nodes, cutSeconds = 0 } = this.#order;
    await this.#open();
    await this.#pass(GATHERING_SECONDS);
    await this.#pass(WARMING_SECONDS, { isLoaded: true });
    this.#measurement.isOn = true;
    if (cutSeconds > 0) {
      const endUs = this.#clock.nowUs() + cutSeconds * SECOND_US;
      const halves = CUTS["halves"]?.(this.#dice, nodes);
      this.#lines.isCut = (from, to, nowUs) => nowUs < endUs && halves?.(from, to, nowUs) === true;
    }
    await this.#pass(seconds, { isLoaded: true });
    this.#measurement.isOn = false;
    await this.#pass(SETTLING_SECONDS);
    const result = await this.#result();
    for (const { node } of this.#participants) {
      // Calls over a narrow line end late.
      const pass = (): Promise<void> => this.#pass(1);
      if (node !== null) await untilDone(node.stop(), { settled: async () => undefined, pass });
    }
    return result;
  }

  async #open(): Promise<void> {
    const { followers = 0, plain = 0, plainFrom = 1, nodes, onLog } = this.#order;
    const { network, store, identities: validators } = this.#founding;
    const others = Array.from({ length: followers }, (_, index) => followerOf(index));
    const identities = [...validators, ...others];
    const hosts = new Map<string, Participant>();
    const wire = new Wire(this.#lines, hosts, this.#measurement.onCall);
    for (const [index, identity] of identities.entries()) {
      const participant = new Participant({
        index,
        identity,
        network,
        store: await copyDisk(store),
        clock: this.#clock,
        connect: (from, clock) => wire.connect(from, clock),
        isPlain: index >= plainFrom && index < Math.min(plainFrom + plain, nodes),
        hosts: identities.map((_, other) => hostOf(other)).filter((_, other) => other !== index),
        searchUs: () => NEVER_US,
        onFault: () => undefined,
        onFailure: (error) => this.#failures.push(error),
        onLog: (from, { level, module, message }) =>
          onLog?.([this.#clock.nowUs(), `node ${from}`, level, module, message].join(" ")),
      });
      this.#participants.push(participant);
      hosts.set(participant.host, participant);
    }
    for (const participant of this.#participants) {
      await participant.start();
      participant.node?.onBlock(({ blockhash }) => {
        if (!this.#blocks.has(blockhash)) this.#blocks.set(blockhash, this.#clock.nowUs());
      });
    }
  }

  async #pass(seconds: number, { isLoaded = false } = {}): Promise<void> {
    const perStep = isLoaded ? (this.#order.tps * STEP_US) / SECOND_US : 0;
    let due = 0;
    for (let step = 0; step < (seconds * SECOND_US) / STEP_US; step += 1) {
      for (due += perStep; due >= 1; due -= 1)
        this.#clock.schedule(this.#dice.between(0, STEP_US), () => this.#submit());
      await this.#clock.advance(STEP_US);
      if (this.#failures.length > 0) throw this.#failures[0];
    }
  }

  async #submit(): Promise<void> {
    // As a user's client asks it.
    const engine = this.#dice.pick(this.#participants).engineFor(0);
    const signer = this.#signers[this.#offered % this.#signers.length];
    this.#offered += 1;
    if (engine === null || engine === "silent" || signer === undefined) return;
    const signed = signer.transfer(RECIPIENT.address, this.#clock.nowUs());
    try {
      const hash = await engine.sendTransaction({ ...signed, transaction: parseJson(signed.transaction) });
      this.#accepted.set(hash, this.#clock.nowUs());
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      this.#refused += 1;
    }
  }

  async #result(): Promise<DistanceResult> {
    const { seconds } = this.#order;
    const waits: number[] = [];
    const chain = new Set<string>();
    const left = new Map(this.#accepted);
    const plain = new Set(
      this.#participants.flatMap((each) => (each.isPlain ? each.identity.node.address : [])),
    );
    let passedOver = 0;
    const [first] = this.#participants;
    const last = (await first?.store.mainBlockSummary("last"))?.height ?? 0;
    for await (const block of first?.store.streamMainBlocks(1, last) ?? []) {
      chain.add(block.blockhash);
      const atUs = this.#blocks.get(block.blockhash);
      for (const hash of keysOf(block.transactions)) {
        const sinceUs = this.#accepted.get(hash);
        if (atUs !== undefined && sinceUs !== undefined) waits.push((atUs - sinceUs) / SECOND_US);
        left.delete(hash);
      }
      const isPlain = [...keysOf(block.seal)].every((signer) => plain.has(signer));
      // A transaction is dated when it is submitted.
      for (const [hash, sinceUs] of left) {
        if (sinceUs > block.s_timestamp) continue;
        left.delete(hash);
        if (isPlain) passedOver += 1;
      }
    }
    waits.sort((left, right) => left - right);
    const at = (share: number): number => waits[Math.floor(share * (waits.length - 1))] ?? 0;
    const nodeSeconds = this.#participants.length * seconds;
    const tips = await Promise.all(this.#participants.map(({ store }) => store.mainBlockSummary("last")));
    return {
      order: this.#order,
      accepted: this.#accepted.size,
      committed: waits.length,
      passedOver,
      refused: this.#refused,
      inclusion: waits.length === 0 ? null : { median: at(0.5), p99: at(0.99) },
      receivedKilobytes: this.#measurement.received / seconds / 1000,
      calls: this.#measurement.calls / nodeSeconds,
      operations: this.#measurement.operations().map(([name, { calls, bytes }]) => ({
        name,
        calls: calls / nodeSeconds,
        kilobytes: bytes / nodeSeconds / 1000,
      })),
      undone: [...this.#blocks.keys()].filter((hash) => !chain.has(hash)).length,
      isAgreed: new Set(tips.map((tip) => tip?.blockhash)).size === 1,
    };
  }
}

/** The keys of a map that stands in a block as text. */
function keysOf(text: string): Iterable<string> {
  const map = parseJson(text);
  return isMap(map) ? map.keys() : [];
}

function followerOf(index: number): Identity {
  const node = createKeyPair(hashOf(`follower ${index}`));
  return { node, peer: createKeyPair(hashOf(`follower's peer ${index}`)), owner: node.address };
}
