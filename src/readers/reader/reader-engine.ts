import { LRUCache } from "lru-cache";
import { canonicalJson } from "../../codec/canonical-json.js";
import type { Value } from "../../codec/value.js";
import type { Clock } from "../../base/clock/clock.js";
import { unknownTransactionIn } from "../../ledger/requests/transactions.js";
import type { LedgerView } from "../../ledger/requests/answer-request.js";
import type { RequestRecord } from "../../records/request.js";
import { ChainAnswers } from "../../api/chain-answers.js";
import type { Answer, Engine } from "../../api/engine.js";
import * as errors from "../errors.js";
import type { ReplayJob } from "../../api/tracing/replay-job.js";
import { infoView, type Policies } from "../../api/views/chain-views.js";
import { assertInTime, type MomentEnd } from "./guarded-moment.js";
import type { MomentUse, SharedMoment } from "./reader-moments.js";

/** The size of the cache, in bytes. */
const KEPT_BYTES = 32 * 1024 * 1024;
const MAX_KEPT_LENGTH = 65_536;
/** The part of an answer that is read ahead, in characters, so that a slow client does not hold a moment of the database. */
const READ_AHEAD = 1_048_576;

/** Answers by version of the database and request. */
export class AnswerCache {
  readonly #answers = new LRUCache<string, Answer>({
    maxSize: KEPT_BYTES,
    maxEntrySize: 2 * MAX_KEPT_LENGTH,
  });
  hits = 0;
  misses = 0;

  get(key: string): Answer | undefined {
    const known = this.#answers.get(key);
    if (known === undefined) this.misses += 1;
    else this.hits += 1;
    return known;
  }

  keep(key: string, answer: Answer): void {
    const json = "json" in answer && typeof answer.json === "string" ? answer.json : null;
    const text = json ?? ("value" in answer ? canonicalJson(answer.value) : null);
    if (text === null || text.length > MAX_KEPT_LENGTH) return;
    this.#answers.set(key, answer, { size: key.length + text.length + 1 });
  }
}

/** What the engines of all moments of a reader share. */
interface ReaderParts {
  readonly clock: Clock;
  readonly cache: AnswerCache;
  /** The policies of the node behind, from its last answer. */
  readonly policies: () => Policies;
  /** Asks the node behind for the fate of a transaction that no block holds. */
  readonly fateOf: (hash: string) => Promise<Value>;
  /** Executes calls on the chain at a moment. */
  readonly replay: (shared: SharedMoment, job: ReplayJob, caller: string | undefined) => Promise<string>;
}

/** Answers the operations that read the chain, at one moment of a database. The node behind answers the others. */
export class ReaderEngine extends ChainAnswers implements Engine {
  readonly explore = cannot;
  readonly sendTransaction = cannot;
  readonly sendAndWait = cannot;
  readonly broadcast = cannot;
  readonly peer = cannot;
  readonly ledger: LedgerView;
  readonly clock: Clock;
  readonly #shared: SharedMoment;
  readonly #use: MomentUse;
  readonly #parts: ReaderParts;

  constructor(shared: SharedMoment, use: MomentUse, parts: ReaderParts) {
    super();
    this.ledger = shared.ledger;
    this.clock = parts.clock;
    this.#shared = shared;
    this.#use = use;
    this.#parts = parts;
  }

  protected override async answer(record: RequestRecord): Promise<Answer> {
    const { cache } = this.#parts;
    const key = `${this.#shared.version} ${record.cid ?? ""} ${canonicalJson(record.request)}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const answer = await this.#ahead(await super.answer(record));
    const unknown = unknownTransactionIn(record, answer);
    if (unknown !== null) return this.#withFate(unknown, answer);
    cache.keep(key, answer);
    return answer;
  }

  info(): Promise<Value> {
    return infoView(this.ledger, "is_running", this.#parts.policies());
  }

  replay(job: ReplayJob, caller?: string): Promise<string> {
    return this.#parts.replay(this.#shared, job, caller);
  }

  events(): never {
    throw errors.readerCannot();
  }

  async #withFate(hash: string, answer: Answer): Promise<Answer> {
    const fate = await this.#parts.fateOf(hash);
    return fate === null ? answer : { ...answer, siblings: { fate } };
  }

  /** Reads an answer in pieces ahead: all of a short one, the beginning of a long one. */
  async #ahead(answer: Answer): Promise<Answer> {
    if (!("json" in answer) || typeof answer.json === "string") return answer;
    const pieces = answer.json[Symbol.asyncIterator]();
    let text = "";
    while (text.length < READ_AHEAD) {
      const next = await pieces.next();
      if (next.done === true) return { ...answer, json: text };
      text += next.value;
    }
    this.#use.waitForClient();
    return { ...answer, json: continued(text, pieces, this.#shared.end) };
  }
}

async function cannot(): Promise<never> {
  throw errors.readerCannot();
}

async function* continued(
  text: string,
  pieces: AsyncIterator<string>,
  end: MomentEnd,
): AsyncGenerator<string, void, undefined> {
  try {
    yield text;
    for (;;) {
      assertInTime(end);
      const next = await pieces.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await pieces.return?.();
  }
}
