import type { Value } from "../../codec/value.js";
import type { Clock } from "../../base/clock/clock.js";
import type { Ledger } from "../../ledger/ledger.js";
import {
  LIST_CALLS,
  LIST_CELLS,
  OVERVIEW,
  SEARCH,
  type STATISTICS,
} from "../../records/operations/explorer.js";
import type { Given, Operation } from "../../records/operations/operation.js";
import { cellsView, callsView } from "./lists-view.js";
import { statisticsView, overviewView, type NodeStanding } from "./numbers-view.js";
import { searchChain } from "./search.js";
import * as errors from "../errors.js";

interface Question<Asked extends Operation> {
  readonly ask: Asked["name"];
  readonly given: Given<Asked>;
}

export type Exploration =
  | Question<typeof OVERVIEW>
  | Question<typeof SEARCH>
  | Question<typeof LIST_CELLS>
  | Question<typeof LIST_CALLS>
  | Question<typeof STATISTICS>;

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

  /** Answers a question. Throws `EXPLORER_BUSY` when too many are under way, and what `answerExploration` throws. */
  async answer(question: Exploration, caller = ""): Promise<Value> {
    const ofCaller = this.#underWay.get(caller) ?? 0;
    if (this.#count >= MOST || ofCaller >= MOST_OF_CALLER) throw errors.explorerBusy();
    this.#count += 1;
    this.#underWay.set(caller, ofCaller + 1);
    try {
      const moment = { nowUs: this.#clock.nowUs(), standing: this.#standing() };
      return await answerExploration(this.#ledger, question, moment);
    } finally {
      this.#count -= 1;
      const left = (this.#underWay.get(caller) ?? 1) - 1;
      if (left === 0) this.#underWay.delete(caller);
      else this.#underWay.set(caller, left);
    }
  }
}

/** Answers a question without a limit. Throws `EXPLORER_INDEX` when the store has no such index. */
export async function answerExploration(
  ledger: Ledger,
  question: Exploration,
  { nowUs, standing }: { readonly nowUs: number; readonly standing: NodeStanding },
): Promise<Value> {
  if (question.ask === OVERVIEW.name) return overviewView(ledger, standing, nowUs);
  const { store, registry } = ledger;
  const { index } = store;
  if (index === undefined) throw errors.explorerIndex();
  const chain = { store, registry, index };
  if (question.ask === SEARCH.name) return searchChain(chain, question.given);
  if (question.ask === LIST_CELLS.name) return cellsView(chain, question.given);
  if (question.ask === LIST_CALLS.name) return callsView(chain, question.given);
  return statisticsView(chain, question.given, nowUs);
}
