import { isList, isMap, objectToMap, type Value, type ValueMap } from "../codec/value.js";
import { NEWS_KINDS } from "../consensus/round-news.js";
import { MAX_WANTED, NEWS_ID_LENGTH } from "../records/operations/limits.js";
import { detached } from "../codec/text.js";
import { readToldBlock, type PeerEnds } from "./sync/announced-blocks.js";
import * as errors from "./errors.js";

/** How long a question waits for news: less than after which another try begins beside it. */
const WAIT_MS = 2000;
/** The most ids that one answer may tell, and that are kept of a peer. */
const MAX_IDS = 1024;
/** How many records are wanted again at the next poll. */
const MAX_LATER = 64;
/** How many ids that this node refused are kept of a peer. */
const MAX_REFUSED = 256;
const MAX_CURSOR_LENGTH = 64;
const ID = new RegExp(`^[0-9a-f]{${NEWS_ID_LENGTH}}$`);

/** What a peer tells beside the records that it shows. */
interface News {
  readonly since: string;
  readonly ids: readonly string[];
  readonly ends: PeerEnds;
}

/** The part of a question that a node without PROTOCOL 15.15 ignores. */
export interface NewsQuestion {
  readonly parameters: ValueMap;
  readonly asked: readonly string[];
  readonly isWaiting: boolean;
}

interface QuestionOptions {
  readonly isLacking: (id: string) => boolean;
  /** Whether a record may be asked for now. */
  readonly isToAsk: (id: string) => boolean;
  /** Whether it is the first question of a poll. */
  readonly isFirst: boolean;
  readonly mayWait: boolean;
  /** How long another peer that is asked for a record may withhold it, ms. */
  readonly patienceMs: number;
  /** The id of this node's last main block. */
  readonly tip: string;
}

/** What one peer has told and this node has not got yet (PROTOCOL 15.15). */
export class ToldNews {
  #cursor: string | null = null;
  readonly #wanted = new Set<string>();
  readonly #later = new Set<string>();
  /** The ids of what the peer gave and this node refused in its open round. */
  readonly #refused = new Set<string>();
  /** When it was asked last, µs. */
  askedUs = -Infinity;

  get isTelling(): boolean {
    return this.#cursor !== null;
  }

  refuse(id: string): void {
    if (this.#refused.size < MAX_REFUSED) this.#refused.add(id);
  }

  isRefused(id: string): boolean {
    return this.#refused.has(id);
  }

  forgetRefused(): void {
    this.#refused.clear();
  }

  /** The next question: for records that this node lacks, else for news. A question for news waits for them, if it may. */
  question({ isLacking, isToAsk, isFirst, mayWait, patienceMs, tip }: QuestionOptions): NewsQuestion {
    if (isFirst) {
      for (const id of this.#later) this.#want(id);
      this.#later.clear();
    }
    for (const id of this.#wanted) if (!isLacking(id)) this.#wanted.delete(id);
    const asked = [...this.#wanted].filter(isToAsk).slice(0, MAX_WANTED);
    for (const id of asked) this.#wanted.delete(id);
    const isWaiting = asked.length === 0 && this.isTelling && mayWait;
    // What another peer is asked for may have to be asked for here.
    const isPending = [...this.#wanted].some((id) => !this.#refused.has(id));
    const waitMs = BigInt(isPending ? Math.min(patienceMs, WAIT_MS) : WAIT_MS);
    const parameters = objectToMap({
      since: this.#cursor ?? "",
      tip,
      wanted: asked.length > 0 ? asked.join(",") : undefined,
      wait: isWaiting ? waitMs : undefined,
    });
    return { parameters, asked, isWaiting };
  }

  /** Whether there is something to ask for that meets a condition. */
  hasWanted(isToAsk: (id: string) => boolean): boolean {
    return [...this.#wanted].some(isToAsk);
  }

  /** Wants a record again at the next poll: it could not be taken now. */
  wantLater(id: string): void {
    if (this.#later.size < MAX_LATER) this.#later.add(id);
  }

  /** Wants records again whose question failed: the peer does not tell them twice. */
  wantAgain(ids: readonly string[]): void {
    for (const id of ids) this.#want(id);
  }

  #want(id: string): void {
    if (this.#wanted.size < MAX_IDS) this.#wanted.add(id);
  }

  /** Takes over what an answer tells. Null for a peer that tells no news. Throws `PEER_BROADCAST`. */
  read(answer: ValueMap): PeerEnds | null {
    const news = readNews(answer.get("news"));
    this.#cursor = news?.since ?? null;
    for (const id of [...(news?.ids ?? []), ...(news?.ends.block?.ids ?? [])]) this.#want(id);
    return news?.ends ?? null;
  }
}

function readNews(value: Value | undefined): News | null {
  if (!isMap(value)) return null;
  const [since, main, resource] = [value.get("since"), value.get("main"), value.get("resource")];
  if (typeof since !== "string" || typeof main !== "string" || typeof resource !== "string")
    throw malformed();
  if (since.length > MAX_CURSOR_LENGTH) throw malformed();
  const ids = NEWS_KINDS.flatMap((kind) => {
    const each = value.get(kind);
    return isList(each) ? each : [];
  });
  if (ids.length > MAX_IDS || !ids.every(isId)) throw malformed();
  // They are kept longer than the answer of which they were parts.
  const tips = { main: detached(main), resource: detached(resource) };
  const ends = { ...tips, block: readToldBlock(value.get("block")) };
  return { since: detached(since), ids: ids.map(detached), ends };
}

function isId(value: Value): value is string {
  return typeof value === "string" && ID.test(value);
}

function malformed(): Error {
  return errors.peerBroadcast({ reason: "news of another form" });
}
