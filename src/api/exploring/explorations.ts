import type { Value } from "../../codec/value.js";
import type { Clock } from "../../base/clock/clock.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { NodeStanding } from "./numbers-view.js";
import * as errors from "../errors.js";

/** What the explorer's questions are answered from. */
export interface Explored {
  readonly ledger: Ledger;
  readonly standing: NodeStanding;
  readonly nowUs: number;
}

/** A question of the explorer: a view, and what it was given. */
export interface Exploration<Given> {
  readonly view: (explored: Explored, given: Given) => Promise<Value>;
  readonly given: Given;
}

/** The most questions that are answered at a time, in total and for one caller. Further ones are refused. */
const MOST = 64;
const MOST_OF_CALLER = 16;

/** Answers the explorer's questions, with a limit that keeps other requests from waiting for them. */
export class Explorations {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #standing: () => NodeStanding;
  /** The number of questions under way, by caller. */
  readonly #underWay = new Map<string, number>();
  #count = 0;

  /** @param standing returns the present state of the node beside its chain. */
  constructor(ledger: Ledger, clock: Clock, standing: () => NodeStanding) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#standing = standing;
  }

  /** Answers a question. Throws `EXPLORER_BUSY` when too many are under way, and what the question throws. */
  async answer<Given>({ view, given }: Exploration<Given>, caller = ""): Promise<Value> {
    const ofCaller = this.#underWay.get(caller) ?? 0;
    if (this.#count >= MOST || ofCaller >= MOST_OF_CALLER) throw errors.explorerBusy();
    this.#count += 1;
    this.#underWay.set(caller, ofCaller + 1);
    try {
      const explored = { ledger: this.#ledger, standing: this.#standing(), nowUs: this.#clock.nowUs() };
      return await view(explored, given);
    } finally {
      this.#count -= 1;
      const left = (this.#underWay.get(caller) ?? 1) - 1;
      if (left === 0) this.#underWay.delete(caller);
      else this.#underWay.set(caller, left);
    }
  }
}
