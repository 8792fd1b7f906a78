import type { Engine } from "../../src/api/engine.js";
import type { Node } from "../../src/node/node.js";
import { decorated } from "../../src/store/decorated.js";
import type { ShadowChain } from "../support/shadow-chain.js";
import { ACTS_A_SECOND, type Attacker, type AttackerParts } from "./attackers.js";
import type { Dice } from "./dice.js";
import { followRedated, mineOn, sealPastTerm, shadowOf } from "./forged-chains.js";
import { Traitor } from "./traitor.js";

const SECOND_US = 1_000_000;
/** How far its clock may be wrong: nodes with more are no peers (PROTOCOL 12.3). */
const MAX_OFFSET_US = 4_900_000;
/** How many of its last blocks it replaces or hides at most. */
const MAX_BLOCKS = 8;
/** The probability, twice a second, of other faces, and that a face is the same for every asker. */
const CHANGE = 0.3;
const SAME = 0.4;

/** Which chains an asker sees. */
const CHAINS = ["own", "forged", "hidden", "mixed"] as const;
/** What an asker sees of it: nothing, or some chains, and whether its words are lies. */
interface Face {
  readonly isSilent: boolean;
  readonly isLying: boolean;
  readonly chains: (typeof CHAINS)[number];
}

/**
 * A hostile node that draws what it does from the seed, and combines it: it shows each asker other chains and other
 * words or nothing, dates blocks ahead and back, seals its past terms again, hides its last blocks, mines resource
 * blocks of the past, and keeps those that it finds to itself for a while. It mines no more than its share.
 */
export async function createAdversary({ self, dice, count, searchUs }: AttackerParts): Promise<Attacker> {
  const adversary = new Adversary(await shadowOf(self), await shadowOf(self), { dice, count, searchUs });
  return {
    offsetUs: dice.between(-MAX_OFFSET_US, MAX_OFFSET_US),
    engine: (node, asker) => adversary.engine(node, asker),
    act: (node) => adversary.act(node),
    end: async (node) => node.mining.start(),
  };
}

class Adversary {
  readonly #dice: Dice;
  readonly #count: (what: string) => void;
  readonly #liar: Traitor;
  /** A chain that is changed at every move. */
  readonly #forged: ShadowChain;
  /** The chain on which it mines for itself. */
  readonly #hidden: ShadowChain;
  /** The probability, twice a second, that it finds a resource block. */
  readonly #find: number;
  readonly #faces = new Map<number, Face>();
  #common: Face | null = null;

  constructor(
    forged: ShadowChain,
    hidden: ShadowChain,
    { dice, count, searchUs }: Pick<AttackerParts, "dice" | "count" | "searchUs">,
  ) {
    this.#forged = forged;
    this.#hidden = hidden;
    this.#dice = dice;
    this.#count = count;
    this.#liar = new Traitor(dice, count);
    this.#find = SECOND_US / ACTS_A_SECOND / searchUs;
  }

  engine(node: Node, asker: number): Engine | "silent" {
    const face = this.#common ?? this.#faces.get(asker) ?? this.#draw(asker);
    if (face.isSilent) return "silent";
    const shown = face.isLying ? this.#liar.engine(node, asker) : node;
    if (shown === "silent" || face.chains === "own") return shown;
    const engineOf = (chain: ShadowChain): Engine =>
      chain.engine(
        () => shown,
        () => node.clock.nowUs(),
      );
    if (face.chains === "forged") return engineOf(this.#forged);
    if (face.chains === "hidden") return engineOf(this.#hidden);
    const [main, resource] = [engineOf(this.#forged), engineOf(this.#hidden)];
    return decorated<Engine>(main, {
      round: (query) => (query.chain_type === "resource" ? resource : main).round(query),
    });
  }

  async act(node: Node): Promise<void> {
    if (node.mining.isOn) await node.mining.stop();
    const dice = this.#dice;
    if (dice.chance(CHANGE)) {
      this.#faces.clear();
      this.#common = null;
      if (dice.chance(SAME)) this.#common = this.#draw(0);
    }
    const [name, move] = dice.pick(this.#moves);
    this.#count(`adversary: ${name}`);
    await move(node);
    await this.#mineForItself(node);
  }

  #draw(asker: number): Face {
    const dice = this.#dice;
    const face = { isSilent: dice.chance(0.2), isLying: dice.chance(0.4), chains: dice.pick(CHAINS) };
    this.#faces.set(asker, face);
    this.#count(face.isSilent ? "adversary: shows nothing" : `adversary: shows its ${face.chains} chains`);
    return face;
  }

  readonly #moves: readonly (readonly [string, (node: Node) => Promise<unknown>])[] = [
    ["copies", (node) => this.#forged.follow(node.ledger.store)],
    ["dates again", (node) => followRedated(this.#forged, node, this.#dice.between(-3, 5) * SECOND_US)],
    ["seals its past term", (node) => sealPastTerm(this.#forged, node, this.#dice.between(1, MAX_BLOCKS))],
    [
      "hides blocks",
      (node) => {
        const { tip, resourceChain } = node.ledger;
        const to = Math.max(
          resourceChain.fixedMainHeight + 1,
          tip.height - this.#dice.between(1, MAX_BLOCKS),
        );
        return this.#forged.follow(node.ledger.store, { to });
      },
    ],
    ["dates a resource block back", (node) => this.#mineOfThePast(node)],
    ["waits", async () => undefined],
  ];

  async #mineOfThePast(node: Node): Promise<void> {
    if (!this.#dice.chance(this.#find)) return;
    this.#count("adversary: resource block of the past");
    await this.#forged.follow(node.ledger.store);
    const parent = this.#forged.ledger.resourceChain.tip?.timestamp ?? 0;
    await mineOn(this.#forged, node, { timestamp: parent + SECOND_US + 1, isNew: this.#dice.chance(0.5) });
  }

  /** Mines on its hidden chain until the others' is longer. */
  async #mineForItself(node: Node): Promise<void> {
    const [hidden, open] = [this.#hidden.ledger.resourceChain.tip, node.ledger.resourceChain.tip];
    if ((hidden?.height ?? 0) <= (open?.height ?? 0)) await this.#hidden.follow(node.ledger.store);
    if (!this.#dice.chance(this.#find)) return;
    this.#count("adversary: hidden resource block");
    await mineOn(this.#hidden, node, { timestamp: node.clock.nowUs() - 1, isNew: true });
  }
}
