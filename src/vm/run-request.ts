import { canonicalJson } from "../codec/canonical-json.js";
import { ChainError } from "../codec/chain-error.js";
import {
  objectToValue,
  type Value,
  EMPTY,
  entriesOf,
  isContainer,
  mapToValue,
  memberOf,
  sizeOf,
  valuesOf,
} from "../codec/value.js";
import { type ChainQuery, type ChainView, BlockWindow } from "./chain-view.js";
import { RULE_SETS, type RuleSet } from "../records/rules.js";
import { conditionPass, readPass, type ProgramCall, type Execution, type StateKeys } from "./passes.js";
import type { StateView } from "./run.js";
import type { Tracer } from "./trace.js";
import { COSTS, MAX_REQUEST_WORK, SURCHARGES, within, Work, type Budget } from "./work.js";
import { parseJson } from "../codec/parse-json.js";
import { valueToText } from "../codec/text.js";
import { jsonLength } from "./measure.js";

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
  /** The limits of all passes together (default `MAX_REQUEST_WORK`). */
  readonly budget?: Budget;
}

/**
 * How deep chain operators may depend on each other's answers, and, in rules 2, keys on reads: one round for each level.
 */
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
  { tracer = null, budget = within(MAX_REQUEST_WORK) }: RequestOptions = {},
): Promise<Execution> {
  const work = new Work(budget, call.rules?.costTable);
  const answers = new Answers(source, work);
  const unread = new UnreadKeys(call.rules);
  try {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const read = readPass(call, { chain: answers, work });
      if (await answers.load(read.missing)) continue;
      const keys = unread.keysToLoad(read.keys);
      if (!keys.ok) return failed(keys.message, work);
      work.surcharge((keys.universal.length + keys.local.length) * SURCHARGES.loadedCell);
      const { view, length } = await source.loadState(keys, Math.floor(work.left / COSTS.json));
      work.charge(length * COSTS.json);
      const condition = conditionPass(call, unread.watch(view, keys), { chain: answers, tracer, work });
      const isIncomplete = (await answers.load(condition.missing)) || unread.isNew;
      if (!isIncomplete) return condition.execution;
    }
  } catch (error) {
    // The answers or the cells were too long.
    if (error instanceof ChainError && error.code === "LIMIT_EXCEEDED") return failed(error.message, work);
    throw error;
  }
  const message = unread.isNew
    ? `A request may read keys that depend on reads ${MAX_ROUNDS} levels deep. `
    : "The request asks the chain too much. ";
  return failed(message, work);
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
      const answer = await this.#ask(query);
      this.#work.charge(answer.length * COSTS.json);
      this.#answers.set(name, readChainAnswer(query, answer));
    }
    return missing.length > 0;
  }

  /** Charges for what the chain passes over before it does. A page far behind the last entry costs little: it is empty. */
  async #ask(query: ChainQuery): Promise<string> {
    const before = entriesBefore(query);
    this.#work.surcharge(SURCHARGES.query + Math.min(before, PROBED_ENTRIES) * SURCHARGES.skippedEntry);
    if (before > PROBED_ENTRIES) {
      const page = query.operator === "list_code" ? PROBED_ENTRIES + 1 : PROBED_ENTRIES;
      const probe = await this.#source.answer({ ...query, page, count: 1 } as ChainQuery);
      if (EMPTY_PAGES.has(probe)) return probe;
      this.#work.surcharge((before - PROBED_ENTRIES) * SURCHARGES.skippedEntry);
    }
    return this.#source.answer(query);
  }
}

/** Before a page that begins further behind, one entry is read here, to see whether there are so many. */
const PROBED_ENTRIES = 16_384;
/** What the chain answers for a page without entries: of cells, of codes. */
const EMPTY_PAGES: ReadonlySet<string> = new Set(["[]", '{"contracts":[],"requests":[]}']);

/** How many entries the chain passes over before the first that it lists. */
function entriesBefore(query: ChainQuery): number {
  if (query.operator === "list_universal") return query.page * Math.max(query.count, 0);
  return query.operator === "list_code" ? (query.page - 1) * Math.max(query.count, 0) : 0;
}

/**
 * The cells that a request reads under keys that no read pass collected. In rules 2 such a read, too, gives what the
 * cell holds (PROTOCOL 16.6): the run is repeated with the cell loaded.
 */
class UnreadKeys {
  readonly #readsAnyCell: boolean;
  readonly #keys = { universal: new Set<string>(), local: new Set<string>() };
  /** Whether the last run read a cell that was not loaded for it. */
  isNew = false;

  constructor(rules: RuleSet = RULE_SETS[1]) {
    this.#readsAnyCell = rules.readsAnyCell;
  }

  /**
   * The collected keys and those of earlier runs. In rules 2 there is no read pass: what it collects is only read
   * earlier, and where it fails, nothing is.
   */
  keysToLoad(keys: StateKeys): StateKeys {
    if (!this.#readsAnyCell) return keys;
    const collected = keys.ok ? keys : { universal: [], local: [] };
    const { universal, local } = this.#keys;
    return {
      ok: true,
      universal: [...new Set([...collected.universal, ...universal])],
      local: [...new Set([...collected.local, ...local])],
      work: keys.work,
      cost: keys.cost,
    };
  }

  /** The same view, which notes the cells that are read and were not loaded. */
  watch(view: StateView, { universal, local }: LoadedKeys): StateView {
    this.isNew = false;
    if (!this.#readsAnyCell) return view;
    const loaded = { universal: new Set(universal), local: new Set(local) };
    return {
      read: (kind, key) => {
        if (loaded[kind].has(key)) return view.read(kind, key);
        this.isNew = true;
        this.#keys[kind].add(key);
        return undefined;
      },
    };
  }
}

type LoadedKeys = StateKeys & { readonly ok: true };

/** Equal queries have equal names. */
function nameOf(query: ChainQuery): string {
  return canonicalJson(objectToValue({ ...query }));
}

function failed(message: string, work: Work): Execution {
  return { ok: false, reason: "failure", message, weight: 0n, ...work.counted };
}

/**
 * Parses the JSON text of a system request's answer and gives it the shape of the chain operator's answer: a list of
 * blocks becomes a map by blockhash, and `BlockWindow` limits consecutive blocks (PROTOCOL 7.36, 7.39).
 */
function readChainAnswer({ operator }: ChainQuery, json: string): Value {
  const value = parseJson(json);
  switch (operator) {
    case "list_block":
    case "list_resource_block":
      return byBlockhash(value);
    case "get_blocks":
      return inWindow(value, "transaction");
    case "get_resource_blocks":
      return inWindow(value, "receipt");
    default:
      return value;
  }
}

function byBlockhash(blocks: Value): Value {
  if (!isContainer(blocks)) return EMPTY;
  const byHash = new Map<string, Value>();
  for (const block of valuesOf(blocks)) byHash.set(valueToText(memberOf(block, "blockhash") ?? null), block);
  return mapToValue(byHash);
}

function inWindow(blocks: Value, record: "transaction" | "receipt"): Value {
  if (!isContainer(blocks)) return EMPTY;
  const window = new BlockWindow();
  const taken = new Map<string, Value>();
  for (const [height, block] of entriesOf(blocks)) {
    if (!window.takes(recordsIn(block, record), jsonLength(block, Infinity))) break;
    taken.set(height, block);
  }
  return mapToValue(taken);
}

/** The number of records. A summary has a count, the full form the records themselves. */
function recordsIn(block: Value, record: string): number {
  const records = memberOf(block, `${record}s`);
  return isContainer(records) ? sizeOf(records) : Number(memberOf(block, `${record}_count`) ?? 0);
}
