import { decorated } from "../../src/store/decorated.js";
import type { Engine } from "../../src/api/engine.js";
import type { Node } from "../../src/node/node.js";
import type { Dice } from "./dice.js";
import { lieAboutBlocks } from "./false-blocks.js";
import { lieAboutMembership, lieAboutRound } from "./false-statements.js";
import { RoundLies } from "./false-words.js";

const LIE = 0.5;
const SILENCE = 0.1;

/** The false answers of a byzantine node: at random, a new lie or none each time. */
export class Traitor {
  readonly #dice: Dice;
  readonly #onFault: (what: string) => void;
  readonly #words: RoundLies;

  constructor(dice: Dice, onFault: (what: string) => void) {
    this.#dice = dice;
    this.#onFault = onFault;
    this.#words = new RoundLies(dice, onFault);
  }

  /** The engine that it shows to another node; "silent" when it does not answer. */
  engine(node: Node, asker: number): Engine | "silent" {
    const dice = this.#dice;
    const onFault = this.#onFault;
    if (dice.chance(SILENCE)) {
      onFault("lie: silence");
      return "silent";
    }
    if (!dice.chance(LIE)) return node;
    return decorated<Engine>(node, {
      request: async (input) => lieAboutBlocks(await node.request(input), input, dice, onFault),
      round: async (query) => lieAboutRound(await node.round(query), dice, onFault),
      broadcast: (query) => this.#words.broadcast(node, query, asker),
      peer: async (query) => lieAboutMembership(await node.peer(query), dice, onFault),
    });
  }
}
