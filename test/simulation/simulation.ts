import { expect } from "chai";
import type { LogEntry } from "../../src/node/log.js";
import type { Store } from "../../src/store/store.js";
import { ATTACKERS } from "./attackers.js";
import { Auditor } from "./auditor.js";
import { copyDisk } from "./disk.js";
import { CUTS } from "./cuts.js";
import { Dice } from "./dice.js";
import { CALM, Fabric } from "./fabric.js";
import { planCrashes, sufferFaults } from "./faults.js";
import { RESOURCE_INTERVAL_US, type Founding } from "./founding.js";
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
const BUSY_ROUNDS = 15;
const QUIET_ROUNDS = 5;
/** How often a second a dead process may be restarted, and the probability. */
const RESTARTS_A_SECOND = 2;
const RESTART = 0.4;
/** The number of last resource blocks that may still be undone. */
const MAX_OPEN_BLOCKS = 4;
/** The time in which all nodes find each other at the start. */
const ATTACK_SECONDS = 12;
/** The attacker of which a majority takes part. */
const SILENT = "silent";
/** Fewer than this part of the nodes are bad: two of nine, one of four. */
const QUORUM_DIVISOR = 3;
const MAX_OFFSET_US = 2_500_000;
const RESOURCE_BLOCKS_TO_AGREE = 3;
const ARRIVAL_SECONDS = 3;
const OPEN_MAIN_BLOCKS = 2;
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
  /** The nodes that have ever lied. No check trusts them again. */
  readonly #liars = new Set<Participant>();

  constructor(founding: Founding, seed: number, options: SimulationOptions = {}) {
    this.#founding = founding;
    this.#options = options;
    this.#dice = new Dice(seed);
    this.#clock = new SimulatedClock(founding.startUs, (error) => this.#failures.push(error));
    this.#fabric = new Fabric(this.#clock, this.#dice, this.#tally);
    this.#traffic = new Traffic(this.#dice, this.#clock);
  }

  async run(): Promise<Outcome> {
    const startUs = this.#clock.nowUs();
    const auditor = await Auditor.open(this.#founding, this.#tally);
    await this.#open();
    await this.#pass(auditor, GATHERING_SECONDS);
    const { attackers = [], partitionSeconds = 0 } = this.#options;
    if (attackers.length > 0) await this.#attack(auditor, attackers);
    if (partitionSeconds > 0) await this.#part(auditor, partitionSeconds);
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
    const [first] = this.#participants;
    const [main, resource] = [await first?.store.lastMainBlock(), await first?.store.lastResourceBlock()];
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
    const byHost = new Map<string, Participant>();
    const wire = new Wire(this.#fabric, byHost);
    for (const [index, identity] of identities.entries()) {
      const participant = new Participant({
        index,
        identity,
        network,
        store: await copyDisk(store),
        clock: this.#clock,
        connect: (from, clock) => wire.connect(from, clock),
        hosts: identities.map((_, other) => hostOf(other)).filter((_, other) => other !== index),
        searchUs: () => this.#dice.wait(identities.length * RESOURCE_INTERVAL_US),
        onFault: (what) => this.#tally.count(what),
        onFailure: (error) => this.#failures.push(error),
        onLog: (from, entry) => this.#log(from, entry),
      });
      this.#participants.push(participant);
      byHost.set(participant.host, participant);
    }
    for (const participant of this.#participants) await participant.start();
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

  /**
   * Attackers take turns, as many at a time as the quorum bears; the others' clocks are up to five seconds apart. Once
   * they stop, the honest nodes agree and make blocks.
   */
  async #attack(auditor: Auditor, names: readonly string[]): Promise<void> {
    const participants = this.#participants;
    const most = Math.floor((participants.length - 1) / QUORUM_DIVISOR);
    const rest = [...names];
    while (rest.length > 0) {
      const isSilence = rest[0] === SILENT;
      const turn = rest.splice(0, isSilence || rest.indexOf(SILENT) === 1 ? 1 : most);
      const hostile = participants.slice(isSilence ? Math.floor(participants.length / 2) : -turn.length);
      const acts: (() => Promise<void>)[] = [];
      for (const participant of participants)
        participant.offsetUs = this.#dice.between(-MAX_OFFSET_US, MAX_OFFSET_US);
      for (const [index, self] of hostile.entries()) {
        const name = turn[index] ?? SILENT;
        const victim = participants[0] ?? self;
        const attacker = await ATTACKERS[name]?.({ self, victim });
        if (attacker === undefined) throw new RangeError(`There is no attacker ${name}. `);
        this.#tally.count(`attacker: ${name}`);
        if (!isSilence) this.#liars.add(self);
        self.traitor = attacker;
        self.offsetUs = attacker.offsetUs ?? 0;
        acts.push(async () => {
          if (self.node !== null) await attacker.act?.(self.node);
        });
      }
      await this.#pass(auditor, ATTACK_SECONDS, { acts });
      this.#endAttack();
    }
    await this.#recover(auditor);
  }

  #endAttack(): void {
    for (const participant of this.#participants) {
      participant.traitor = null;
      participant.offsetUs = 0;
    }
  }

  /** Halves of the network that were apart have one main chain again within three resource blocks (PROTOCOL 15.3). */
  async #part(auditor: Auditor, seconds: number): Promise<void> {
    const halves = CUTS["halves"];
    if (halves === undefined) throw new RangeError("There is no such cut. ");
    this.#fabric.weather = { ...CALM, isCut: halves(this.#dice, this.#participants.length) };
    this.#tally.count(`partition of ${seconds} s`);
    await this.#pass(auditor, seconds);
    this.#fabric.weather = CALM;
    const stores = this.#participants
      .filter((participant) => !this.#liars.has(participant))
      .map(({ store }) => store);
    const longest = async (): Promise<number> =>
      Math.max(
        ...(await Promise.all(stores.map(async (store) => (await store.lastResourceBlock())?.height ?? 0))),
      );
    const until = (await longest()) + RESOURCE_BLOCKS_TO_AGREE;
    while ((await longest()) < until) await this.#pass(auditor, 1);
    // For the last of them to arrive.
    await this.#pass(auditor, ARRIVAL_SECONDS);
    const lows = await Promise.all(stores.map(async (store) => (await store.lastMainBlock())?.height ?? 0));
    const height = Math.min(...lows) - OPEN_MAIN_BLOCKS;
    const blocks = await Promise.all(stores.map((store) => store.mainBlockSummary({ height })));
    expect(new Set(blocks.map((block) => block?.blockhash)).size, `different main blocks ${height}`).to.equal(
      1,
    );
    await this.#recover(auditor);
  }

  async #recover(auditor: Auditor): Promise<void> {
    await this.#pass(auditor, BUSY_ROUNDS);
    await this.#pass(auditor, QUIET_ROUNDS, { isQuiet: true });
    await this.#checkAgreement(auditor);
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
      for (let part = 0; part < RESTARTS_A_SECOND; part += 1) {
        await this.#clock.advance(SECOND_US / RESTARTS_A_SECOND);
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

  /** Miners continue to the end, so the last blocks may still differ. */
  async #checkResourceAgreement(stores: readonly Store[]): Promise<void> {
    const tips = await Promise.all(stores.map((store) => store.lastResourceBlock()));
    const height = Math.max(...tips.map((tip) => tip?.height ?? 0)) - MAX_OPEN_BLOCKS;
    const blocks = await Promise.all(stores.map((store) => store.resourceBlock({ height })));
    const hashes = new Set(blocks.map((block) => block?.blockhash));
    expect(hashes.size, `different resource blocks ${height}`).to.equal(1);
  }

  async #checkAgreement(auditor: Auditor): Promise<void> {
    const honest = this.#participants.filter((participant) => !this.#liars.has(participant));
    const tips = await Promise.all(honest.map(({ store }) => store.lastMainBlock()));
    const shown = tips.map(
      (tip, place) => `${honest[place]?.index}: ${tip?.height} ${tip?.blockhash.slice(0, 24)}`,
    );
    expect(new Set(tips.map((tip) => tip?.blockhash)).size, `different tips, ${shown.join(", ")}`).to.equal(
      1,
    );
    await this.#checkResourceAgreement(honest.map(({ store }) => store));
    for (const { store } of honest) await auditor.auditState(store);
    const healedUs = this.#clock.nowUs() - (BUSY_ROUNDS + QUIET_ROUNDS) * SECOND_US;
    expect(tips[0]?.s_timestamp, "the last block, made after the faults").to.be.greaterThan(healedUs);
  }
}
