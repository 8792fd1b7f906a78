import { canonicalJson } from "../codec/canonical-json.js";
import { ChainError } from "../codec/chain-error.js";
import { objectToValue, type Value } from "../codec/value.js";
import { readChainAnswer } from "./chain-answer.js";
import type { ChainQuery, ChainView } from "./chain-view.js";
import { conditionPass, readPass, type ProgramCall, type Execution, type StateKeys } from "./passes.js";
import type { StateView } from "./run.js";
import type { Tracer } from "./trace.js";
import { COSTS, MAX_REQUEST_WORK, Work } from "./work.js";

/** What a request reads: state cells and chain queries. */
export interface RequestSource {
  /** Returns a view of at least these cells, or of no cells when they are longer than `maxLength` together. */
  loadState(keys: StateKeys & { readonly ok: true }, maxLength: number): Promise<LoadedState>;
  /** Returns the answer as JSON text. Reading it counts as work. */
  answer(query: ChainQuery): Promise<string>;
}

export interface LoadedState {
  readonly view: StateView;
  /** Bytes of canonical JSON in the cells. Reading them counts as work. */
  readonly length: number;
}

export interface RequestOptions {
  readonly tracer?: Tracer | null;
  /** The work limit of all passes together, in characters (default `MAX_REQUEST_WORK`). */
  readonly maxWork?: number;
}

/** How deep chain operators may depend on each other's answers: one round for each level. */
const MAX_ROUNDS = 8;
/** How many different queries one request may send to the chain. */
const MAX_QUERIES = 256;

/**
 * Runs a request (PROTOCOL 5.7). The machine is synchronous: a run records the chain queries that have no answer yet
 * and continues with null. The answers are loaded and the run is repeated until nothing is missing. A run with a
 * missing answer is never the result, even when it failed.
 */
export async function runRequest(
  call: ProgramCall,
  source: RequestSource,
  { tracer = null, maxWork = MAX_REQUEST_WORK }: RequestOptions = {},
): Promise<Execution> {
  const work = new Work(maxWork);
  const answers = new Answers(source, work);
  try {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const read = readPass(call, { chain: answers, work });
      if (await answers.load(read.missing)) continue;
      if (!read.keys.ok) return failed(read.keys.message, work);
      const { view, length } = await source.loadState(read.keys, Math.floor(work.left / COSTS.json));
      work.charge(length * COSTS.json);
      const condition = conditionPass(call, view, { chain: answers, tracer, work });
      if (!(await answers.load(condition.missing))) return condition.execution;
    }
  } catch (error) {
    // The answers or the cells were too long.
    if (error instanceof ChainError && error.code === "LIMIT_EXCEEDED") return failed(error.message, work);
    throw error;
  }
  return failed("The request asks the chain too much. ", work);
}

/** The answers that are loaded so far. */
class Answers implements ChainView {
  readonly #source: RequestSource;
  readonly #work: Work;
  readonly #answers = new Map<string, Value>();

  constructor(source: RequestSource, work: Work) {
    this.#source = source;
    this.#work = work;
  }

  answer(query: ChainQuery): Value | undefined {
    return this.#answers.get(nameOf(query));
  }

  /**
   * Loads the missing answers and returns whether there were any. Queries beyond the limit stay missing. Throws
   * `LIMIT_EXCEEDED` when the answers are too long together.
   */
  async load(missing: readonly ChainQuery[]): Promise<boolean> {
    for (const query of missing) {
      const name = nameOf(query);
      if (this.#answers.has(name) || this.#answers.size >= MAX_QUERIES) continue;
      const answer = await this.#source.answer(query);
      this.#work.charge(answer.length * COSTS.json);
      this.#answers.set(name, readChainAnswer(query, answer));
    }
    return missing.length > 0;
  }
}

/** Equal queries have equal names. */
function nameOf(query: ChainQuery): string {
  return canonicalJson(objectToValue({ ...query }));
}

function failed(message: string, work: Work): Execution {
  return { ok: false, reason: "failure", message, weight: 0n, work: work.done };
}
