import type { LogEntry } from "../../src/base/log.js";
import { createNetwork } from "../../src/records/network.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { Agreement } from "./agreement.js";
import type { Responder } from "./answer-call.js";
import { ACTS_A_SECOND } from "./attackers.js";
import { Auditor, type Makers } from "./auditor.js";
import { copyDisk } from "./disk.js";
import { Dice } from "./dice.js";
import { CALM, Fabric } from "./fabric.js";
import { planCrashes, sufferFaults } from "./faults.js";
import type { Founding } from "./founding.js";
import { attack, BUSY_SECONDS, part, type Stage } from "./hostilities.js";
import { FixedBlocks, Witness } from "./invariants.js";
import { hostOf, Participant } from "./participant.js";
import { SimulatedClock } from "./simulated-clock.js";
import { Tally } from "./tally.js";
import { Traffic } from "./traffic.js";
import { Wire } from "./wire.js";

const SECOND_US = 1_000_000;
const PHASES = 3;
const PHASE_SECONDS = 6;
/** How long processes still crash after the other faults have ended, while they switch to each other's branches. */
const REUNION_SECONDS = 2;
/** After the last fault every node must have the same tip within twenty rounds, the last ones without new transfers. */
const QUIET_ROUNDS = 5;
/** The probability that a dead process is restarted, twice a second. */
const RESTART = 0.4;
/** The time in which all nodes find each other at the start. */
const GATHERING_SECONDS = 3;

export interface Outcome {
  readonly height: number;
  readonly blockhash: string;
  readonly resourceHeight: number;
  readonly fixedHeight: number;
  readonly virtualUs: number;
  readonly counts: Readonly<Record<string, number>>;
}

export interface SimulationOptions {
  /** The number of periods with faults. */
  readonly cycles?: number;
  /** The attackers that take turns, in place of the cycles. */
  readonly attackers?: readonly string[];
  /** Whether the seed draws one turn of them. */
  readonly isDrawn?: boolean;
  /** How many validators follow rules 1 without the local rules (PROTOCOL 15). */
  readonly plain?: number;
  /** How long the network is torn in halves after the attacks, s. */
  readonly partitionSeconds?: number;
  /** Called with each log entry of the nodes as a line. */
  readonly onLog?: (line: string) => void;
}

/**
 * One run of nodes on a simulated clock over a seeded network with faults. The same seed and founding give the same
 * run. Throws the first violation that it finds.
 */
export class Simulation {
  readonly #founding: Founding;
  readonly #options: SimulationOptions;
  readonly #dice: Dice;
  readonly #tally = new Tally();
  readonly #failures: unknown[] = [];
  readonly #clock: SimulatedClock;
  readonly #fabric: Fabric;
  readonly #traffic: Traffic;
  readonly #witness = new Witness();
  readonly #fixed = new FixedBlocks();
  readonly #participants: Participant[] = [];
  /** What answers at each host. */
  readonly #hosts = new Map<string, Responder>();
  /** The nodes that have ever lied. No check trusts them again. */
  readonly #liars = new Set<Participant>();
  readonly #agreement = new Agreement(() => this.#honest());

  constructor(founding: Founding, seed: number, options: SimulationOptions = {}) {
    this.#founding = founding;
    this.#options = options;
    this.#dice = new Dice(seed);
    this.#clock = new SimulatedClock(founding.startUs, (error) => this.#failures.push(error));
    this.#fabric = new Fabric(this.#clock, this.#dice, this.#tally);
    this.#traffic = new Traffic(this.#dice, this.#clock, networkMembers(createNetwork(founding.network)));
  }

  async run(): Promise<Outcome> {
    const startUs = this.#clock.nowUs();
    const auditor = await Auditor.open(this.#founding, { tally: this.#tally, makers: this.#makers() });
    await this.#open();
    await this.#pass(auditor, GATHERING_SECONDS);
    const { attackers = [], isDrawn = false, partitionSeconds = 0 } = this.#options;
    const stage = this.#stage(auditor);
    if (attackers.length > 0) await attack(stage, attackers, isDrawn);
    if (partitionSeconds > 0) await part(stage, partitionSeconds);
    const isHostile = attackers.length > 0 || partitionSeconds > 0;
    for (let cycle = 0; cycle < (this.#options.cycles ?? (isHostile ? 0 : 1)); cycle += 1) {
      for (let phase = 0; phase < PHASES; phase += 1) {
        this.#suffer();
        await this.#pass(auditor, PHASE_SECONDS);
      }
      this.#reunite();
      await this.#pass(auditor, REUNION_SECONDS);
      await this.#heal();
      await this.#recover(auditor);
    }
    this.#countFixed();
    await this.#countPlain();
    const [first] = this.#participants;
    const [main, resource] = [
      await first?.store.mainBlockSummary("last"),
      await first?.store.resourceBlock("last"),
    ];
    return {
      height: main?.height ?? 0,
      blockhash: main?.blockhash ?? "",
      resourceHeight: resource?.height ?? 0,
      fixedHeight: first?.node?.ledger.resourceChain.fixedHeight ?? 0,
      virtualUs: this.#clock.nowUs() - startUs,
      counts: this.#tally.all(),
    };
  }

  async #open(): Promise<void> {
    const { identities, network, store } = this.#founding;
    const wire = new Wire(this.#fabric, this.#hosts);
    for (const [index, identity] of identities.entries()) {
      const participant = new Participant({
        index,
        identity,
        network,
        store: await copyDisk(store),
        clock: this.#clock,
        connect: (from, clock) => wire.connect(from, clock),
        isPlain: this.#isPlain(index),
        hosts: identities.map((_, other) => hostOf(other)).filter((_, other) => other !== index),
        searchUs: () => this.#dice.wait(identities.length * this.#founding.resourceIntervalUs),
        onFault: (what) => this.#tally.count(what),
        onFailure: (error) => this.#failures.push(error),
        onLog: (from, entry) => this.#log(from, entry),
      });
      this.#participants.push(participant);
      this.#hosts.set(participant.host, participant);
    }
    for (const participant of this.#participants) await participant.start();
  }

  /** Whether a node follows rules 1 without the local rules. */
  #isPlain(index: number): boolean {
    return index > 0 && index <= (this.#options.plain ?? 0);
  }

  #makers(): Makers {
    const addresses = this.#founding.identities.map(({ node }) => node.address);
    return {
      all: new Set(addresses),
      strict: new Set(addresses.filter((_, index) => !this.#isPlain(index))),
    };
  }

  #stage(auditor: Auditor): Stage {
    return {
      participants: this.#participants,
      liars: this.#liars,
      dice: this.#dice,
      clock: this.#clock,
      tally: this.#tally,
      fabric: this.#fabric,
      hosts: this.#hosts,
      searchUs: this.#participants.length * this.#founding.resourceIntervalUs,
      pass: (seconds, acts = []) => this.#pass(auditor, seconds, { acts }),
      recover: (onSecond) => this.#recover(auditor, onSecond),
    };
  }

  /** Blocks that became fixed in the run: only those can show a violation of their agreement. */
  #countFixed(): void {
    const { startUs } = this.#founding;
    this.#tally.count("main block of the run fixed", this.#fixed.mainSince(startUs));
  }

  /** Blocks of the run that validators without the local rules made or helped to seal. */
  async #countPlain(): Promise<void> {
    const plain = this.#participants.filter(({ isPlain }) => isPlain);
    const [first] = this.#participants;
    if (first === undefined || plain.length === 0) return;
    const addresses = plain.map(({ identity }) => identity.node.address);
    const last = (await first.store.mainBlockSummary("last"))?.height ?? 0;
    for await (const { seal, s_timestamp } of first.store.streamMainBlocks(1, last)) {
      const isTheirs = s_timestamp >= this.#founding.startUs && addresses.some((each) => seal.includes(each));
      if (isTheirs) this.#tally.count("main block sealed by plain validators");
    }
    const lastResource = (await first.store.resourceBlock("last"))?.height ?? 0;
    for (const { validator, timestamp } of await first.store.resourceBlocks(1, lastResource)) {
      const isTheirs = timestamp > this.#founding.startUs && addresses.includes(validator);
      if (isTheirs) this.#tally.count("resource block of plain validators");
    }
  }

  #log(index: number, { level, module, message, fields = {} }: LogEntry): void {
    const seconds = ((this.#clock.nowUs() - this.#founding.startUs) / SECOND_US).toFixed(3);
    const details = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
    this.#options.onLog?.([seconds, `node ${index}`, level, module, message, ...details].join(" "));
  }

  /** Chooses new faults. */
  #suffer(): void {
    const [dice, tally] = [this.#dice, this.#tally];
    this.#fabric.weather = sufferFaults(this.#participants, dice, tally);
    for (const participant of this.#participants)
      if (participant.traitor !== null) this.#liars.add(participant);
  }

  async #recover(auditor: Auditor, onSecond?: (second: number) => Promise<void>): Promise<void> {
    for (let second = 1; second <= BUSY_SECONDS; second += 1) {
      await this.#pass(auditor, 1);
      await onSecond?.(second);
    }
    const quietUs = this.#clock.nowUs();
    const look = (): Promise<void> => this.#agreement.look(this.#clock.nowUs());
    const pass = (seconds: number): Promise<void> =>
      this.#pass(auditor, seconds, { isQuiet: true, acts: [look] });
    await pass(QUIET_ROUNDS);
    // The rounds in which the chain stood still do not count: no time bounds the search for a resource block.
    while (this.#agreement.takeStandstill()) await pass(QUIET_ROUNDS);
    if (await this.#agreement.leaveToResources(() => pass(1)))
      this.#tally.count("agreement left to the resource chain");
    await this.#agreement.check(quietUs - BUSY_SECONDS * SECOND_US);
    for (const { store } of this.#honest()) await auditor.auditState(store);
    const seconds = ((this.#agreement.sinceUs ?? quietUs) - quietUs) / SECOND_US;
    this.#tally.count(`agree within ${seconds.toFixed(1)} s of the last transfer`);
  }

  #honest(): readonly Participant[] {
    return this.#participants.filter((participant) => !this.#liars.has(participant));
  }

  #reunite(): void {
    this.#fabric.weather = CALM;
    for (const participant of this.#participants) {
      participant.traitor = null;
      participant.offsetUs = 0;
    }
    planCrashes(this.#participants, this.#dice);
  }

  async #heal(): Promise<void> {
    for (const participant of this.#participants) {
      participant.crashAt(null);
      await participant.start();
    }
  }

  /** Lets seconds pass, with traffic unless quiet, and checks every node after each step. */
  async #pass(
    auditor: Auditor,
    seconds: number,
    { isQuiet = false, acts = [] }: { isQuiet?: boolean; acts?: readonly (() => Promise<void>)[] } = {},
  ): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      if (!isQuiet) this.#traffic.scheduleSecond(this.#participants);
      for (let part = 0; part < ACTS_A_SECOND; part += 1) {
        await this.#clock.advance(SECOND_US / ACTS_A_SECOND);
        for (const act of acts) await act();
        await this.#lookAround(auditor);
      }
    }
  }

  async #lookAround(auditor: Auditor): Promise<void> {
    for (const participant of this.#participants) {
      const { node, store, index, identity } = participant;
      if (node !== null && !this.#liars.has(participant))
        this.#witness.hear(identity.node.address, node.roundBook);
      await auditor.audit(store);
      await this.#fixed.check(store, `node ${index}`);
      if (node === null && this.#dice.chance(RESTART)) {
        this.#tally.count("restart");
        await participant.start();
      }
    }
    if (this.#failures.length > 0) throw this.#failures[0];
  }
}
