import { expect } from "chai";
import { hashOf } from "../../src/codec/hash.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { devAccounts } from "../../src/node/dev-network.js";
import { createKeyPair } from "../../src/node/identity.js";
import { VirtualClock } from "../../src/node/virtual-clock.js";
import { readSignedTransaction } from "../../src/records/transaction.js";
import { FastSigner } from "../support/fast-signer.js";
import { OFFICE_START_US, openValidatorStore, type ValidatorChain } from "../support/validator-chain.js";
import { CUTS } from "./cuts.js";
import { Dice } from "./dice.js";
import { CALM, Fabric } from "./fabric.js";
import { newsOf, take } from "./gossip.js";
import { checkChain, checkFixedBlocks, Witness } from "./invariants.js";
import { Participant } from "./participant.js";
import { pull } from "./pull.js";
import { Traitor } from "./traitor.js";
import { unlessRefused } from "./unless-refused.js";

const SECOND_US = 1_000_000;
const GOSSIP_US = 400_000;
const NEIGHBOURS = 3;
const PHASES = 3;
const PHASE_SECONDS = 8;
/** After the last fault every node must have the same tip within twenty rounds, the last ones without new transfers. */
const BUSY_ROUNDS = 15;
const QUIET_ROUNDS = 5;
/** Store operations until a crash, at most. */
const OPERATIONS_TO_CRASH = 60;
/** How probably a dead process is started again in the time of one gossip. */
const RESTART = 0.5;
const OFFSETS_US = [-6, -4, 4, 6].map((seconds) => seconds * SECOND_US);
const RECIPIENT = createKeyPair(hashOf("recipient"));
const SIGNERS = devAccounts().map((account) => new FastSigner(account));

export interface Outcome {
  readonly height: number;
  readonly blockhash: string;
  readonly virtualUs: number;
}

/**
 * One run of nodes on a virtual clock over a seeded network with faults. The same seed on the same chain is the same run.
 * Throws what it found broken.
 */
export class Simulation {
  readonly #chain: ValidatorChain;
  readonly #dice: Dice;
  readonly #clock = new VirtualClock(OFFICE_START_US + 10 * SECOND_US);
  readonly #fabric: Fabric;
  readonly #witness = new Witness();
  readonly #participants: Participant[] = [];
  readonly #traitors = new Map<number, Traitor>();
  /** Who has lied once: its lies come back to it later as if they were its words. */
  readonly #liars = new Set<number>();

  constructor(chain: ValidatorChain, seed: number) {
    this.#chain = chain;
    this.#dice = new Dice(seed);
    this.#fabric = new Fabric(this.#clock, this.#dice);
  }

  async run(): Promise<Outcome> {
    const startUs = this.#clock.nowUs();
    try {
      await this.#open();
      for (let phase = 0; phase < PHASES; phase += 1) await this.#sufferPhase();
      await this.#heal();
      await this.#pass(BUSY_ROUNDS);
      await this.#pass(QUIET_ROUNDS, { isQuiet: true });
      return { ...(await this.#checkAgreement()), virtualUs: this.#clock.nowUs() - startUs };
    } finally {
      for (const { store } of this.#participants) await store.close();
    }
  }

  async #open(): Promise<void> {
    const { identities, network } = this.#chain;
    for (const [index, identity] of identities.entries()) {
      const store = await openValidatorStore(this.#chain);
      const participant = new Participant({ index, identity, network, store, clock: this.#clock });
      this.#participants.push(participant);
      await participant.start();
      this.#clock.schedule(this.#dice.between(0, GOSSIP_US), () => this.#gossip(participant));
    }
  }

  /** Some faults at once, for a while. */
  async #sufferPhase(): Promise<void> {
    const dice = this.#dice;
    const count = this.#participants.length;
    const cut = CUTS[dice.pick(Object.keys(CUTS))];
    this.#fabric.weather = {
      maxDelayUs: dice.between(SECOND_US / 10, 3 * SECOND_US),
      loss: dice.between(0, 31) / 100,
      duplication: dice.between(0, 31) / 100,
      isCut: cut?.(dice, count) ?? CALM.isCut,
    };
    this.#traitors.clear();
    const traitors = dice.between(0, Math.ceil(count / 4) + 1);
    for (let number = 0; number < traitors; number += 1) {
      const index = dice.between(0, count);
      this.#traitors.set(index, new Traitor(dice));
      this.#liars.add(index);
    }
    for (const participant of this.#participants) {
      participant.offsetUs = dice.chance(0.2) ? dice.pick(OFFSETS_US) : 0;
      if (dice.chance(0.4)) participant.crashAt(dice.between(1, OPERATIONS_TO_CRASH), dice.chance(0.5));
    }
    await this.#pass(PHASE_SECONDS);
  }

  async #heal(): Promise<void> {
    this.#fabric.weather = CALM;
    this.#traitors.clear();
    for (const participant of this.#participants) {
      participant.offsetUs = 0;
      participant.crashAt(Infinity, false);
      await participant.start();
    }
  }

  /** Lets seconds pass, each with a transfer unless it is quiet, and looks at every node after each. */
  async #pass(seconds: number, { isQuiet = false } = {}): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      if (!isQuiet) await this.#transfer();
      await this.#clock.advance(SECOND_US);
      await checkFixedBlocks(
        this.#participants.map(({ store }) => store),
        this.#chain,
      );
    }
  }

  /** Sends from one account to another, through some node. */
  async #transfer(): Promise<void> {
    const members = this.#dice.pick(SIGNERS).transfer(RECIPIENT.address, this.#clock.nowUs());
    const transaction = readSignedTransaction({ ...members, transaction: parseJson(members.transaction) });
    await this.#dice.pick(this.#participants).run(async (node) => {
      await unlessRefused(() => node.submit(transaction));
    });
  }

  /** Asks some others for their news and their chain, again and again; a dead process may come back. */
  async #gossip(participant: Participant): Promise<void> {
    if (participant.node === null && this.#dice.chance(RESTART)) await participant.start();
    const others = this.#participants.filter((other) => other !== participant);
    for (let ask = 0; ask < NEIGHBOURS; ask += 1) this.#ask(participant, this.#dice.pick(others));
    this.#clock.schedule(GOSSIP_US, () => this.#gossip(participant));
  }

  #ask(participant: Participant, other: Participant): void {
    const { node } = other;
    if (node === null) return;
    const traitor = this.#traitors.get(other.index);
    if (!this.#liars.has(other.index)) this.#witness.hear(node);
    const news = traitor?.newsOf(node, participant.index) ?? newsOf(node);
    this.#fabric.send(other.index, participant.index, () =>
      participant.run(async (ours) => {
        await take(ours, news);
        if (other.node === null) return;
        // Whoever asks meets no crash of the other's: it reads what is on the other's disk.
        const chain = { tip: other.node.ledger.tip, store: other.store };
        await pull(ours, chain, (block) => traitor?.show(block) ?? block);
      }),
    );
  }

  async #checkAgreement(): Promise<{ readonly height: number; readonly blockhash: string }> {
    const tips = await Promise.all(this.#participants.map(({ store }) => store.lastMainBlock()));
    expect(new Set(tips.map((tip) => tip?.blockhash)).size, "different tips").to.equal(1);
    for (const { store } of this.#participants) await checkChain(store, this.#chain, Infinity);
    const [tip] = tips;
    if (tip === undefined || tip === null) throw new Error("There is no chain. ");
    expect(tip.height, "blocks made").to.be.greaterThan(this.#chain.mainBlocks.length);
    return { height: tip.height, blockhash: tip.blockhash };
  }
}
