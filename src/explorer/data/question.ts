import { toAskFailure, type AskFailure } from "./failure.js";

/** Numbers that grow with what happens on the chain. */
export interface Changes {
  /** With everything that a page may show. */
  readonly version: number;
  /** With each block that is undone or comes back. */
  readonly forks: number;
  /** The height of the main chain; null until it is known. */
  readonly height: number | null;
}

export interface Told<T> {
  /** The last answer; undefined until the first one. */
  readonly value: T | undefined;
  /** Why the last try failed; null when it did not. */
  readonly failure: AskFailure | null;
  /** The height of the main chain at which it was answered; null when it is unknown. */
  readonly height: number | null;
  /** `forks` when the answer was asked for: a block that was undone since may be in it. */
  readonly forks: number;
}

export interface QuestionOptions<T> {
  readonly ask: () => Promise<{ readonly value: T; readonly height: number | null }>;
  /** Whether an answer changes only by a fork. */
  readonly isFinal: (value: T) => boolean;
  /** The least pause after an answer, in milliseconds. */
  readonly restMs: number;
  /** Whether to ask again after each pause, also when nothing has changed. */
  readonly isRepeated: boolean;
  /** Whether to ask nothing now, as on a hidden page. */
  readonly isIdle: () => boolean;
  readonly tell: (told: Told<T>) => void;
}

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 15_000;

/**
 * A question to the node, asked again after each change. There is one try at a time: it ends with an answer or a failure that
 * is told, however many changes come meanwhile, and the next one starts after it. A node that does not answer is asked again
 * until it does, with growing pauses.
 */
export class RepeatedQuestion<T> {
  readonly #options: QuestionOptions<T>;
  #told: Told<T> = { value: undefined, failure: null, height: null, forks: 0 };
  #latest: Changes = { version: 0, forks: 0, height: null };
  #asked: Changes | null = null;
  #endedMs = 0;
  #failures = 0;
  #isAsking = false;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: QuestionOptions<T>) {
    this.#options = options;
  }

  follow(changes: Changes): void {
    this.#latest = changes;
    this.#look();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #look(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#isAsking || this.#options.isIdle()) return;
    const pauseMs = this.#pauseMs();
    if (pauseMs === null) return;
    const leftMs = this.#endedMs + pauseMs - performance.now();
    if (leftMs > 0) this.#timer = setTimeout(() => this.#look(), leftMs);
    else void this.#try();
  }

  /** How long after the last try the next one begins; null when no try follows. */
  #pauseMs(): number | null {
    const { restMs, isRepeated, isFinal } = this.#options;
    if (this.#asked === null) return 0;
    const { value, failure, height } = this.#told;
    // What was asked before the chain's end was known may be from before it.
    const isBefore = this.#asked.height === null && (this.#latest.height ?? 0) > (height ?? 0);
    const isChanged = isBefore || this.#latest.version !== this.#asked.version;
    const isForked = this.#latest.forks !== this.#asked.forks;
    if (failure?.isPassing === true)
      return isChanged || isForked
        ? FIRST_PAUSE_MS
        : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
    if (isForked) return 0;
    if (isRepeated) return restMs;
    if (!isChanged || (failure === null && value !== undefined && isFinal(value))) return null;
    return restMs;
  }

  async #try(): Promise<void> {
    this.#isAsking = true;
    const asked = this.#latest;
    this.#asked = asked;
    try {
      const { value, height } = await this.#options.ask();
      this.#failures = 0;
      this.#told = { value, failure: null, height, forks: asked.forks };
    } catch (error) {
      this.#failures += 1;
      this.#told = { ...this.#told, failure: toAskFailure(error) };
    }
    this.#isAsking = false;
    this.#endedMs = performance.now();
    if (this.#isClosed) return;
    this.#options.tell(this.#told);
    this.#look();
  }
}
