export type ErrorKind =
  /** Refused or failed by the chain's rules: HTTP 400, exit code 1. */
  | "refused"
  /** The caller's input is invalid: HTTP 400, exit code 2. */
  | "usage"
  /** No node answers: exit code 3. */
  | "unreachable"
  /** What the caller named does not exist: HTTP 400, as for every refusal, exit code 4. */
  | "not-found"
  /** What the caller named was here and is not kept any more: HTTP 410, exit code 4. */
  | "gone"
  /** Something is wrong with local data, a key or a file: exit code 5. */
  | "local"
  /** The limit of a rate or a capacity is reached: HTTP 429. */
  | "busy"
  /** The node cannot answer yet, or is stopping: HTTP 503. */
  | "unavailable"
  /** A bug: HTTP 500, exit code 1. */
  | "internal";

export const ERROR_KINDS: readonly ErrorKind[] = [
  "refused",
  "usage",
  "unreachable",
  "not-found",
  "gone",
  "local",
  "busy",
  "unavailable",
  "internal",
];

export interface ChainErrorOptions {
  readonly kind?: ErrorKind;
  readonly advice?: string | undefined;
  /** The values involved, which the command line prints aligned. Never a secret. */
  readonly details?: Readonly<Record<string, string | number>> | undefined;
  readonly cause?: unknown;
  /** Whether another node sent it. Its code and its message are claims of that node. */
  readonly isForeign?: boolean;
}

/** On the prototype, so that it is not printed with an error. */
const CHAIN_ERROR = Symbol.for("chainnode.error");

/**
 * The only class of errors that one room of the source throws at another. Each room defines its errors in its
 * `errors.ts` (`defineError`); nothing else creates one, except what reads the error of a node.
 *
 * `code` is stable: tests and scripts compare it. `message` says what happened; where the protocol fixes a text, it is
 * exactly that text. `advice` says what to do about it.
 */
export class ChainError extends Error {
  override readonly name = "ChainError";
  readonly code: string;
  readonly kind: ErrorKind;
  readonly advice: string | undefined;
  readonly details: Readonly<Record<string, string | number>>;
  readonly isForeign: boolean;

  /** An error of another copy of this package is one too: a contract's project may have a copy of its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && CHAIN_ERROR in value;
  }

  get [CHAIN_ERROR](): true {
    return true;
  }

  constructor(code: string, message: string, options: ChainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.kind = options.kind ?? "refused";
    this.advice = options.advice;
    this.details = options.details ?? {};
    this.isForeign = options.isForeign ?? false;
  }

  /** Returns the same error with further details before its own, and with other advice when it is given. */
  with({ details, advice }: Pick<ChainErrorOptions, "details" | "advice">): ChainError {
    return new ChainError(this.code, this.message, {
      kind: this.kind,
      details: { ...details, ...this.details },
      advice: advice ?? this.advice,
      cause: this,
      isForeign: this.isForeign,
    });
  }
}

/** Whether a call was refused: by the chain's rules, or because what it names does not exist. */
export function isRefusal(error: unknown): error is ChainError {
  return error instanceof ChainError && (error.kind === "refused" || error.kind === "not-found");
}

/** Returns the message of anything thrown, for a `cause` that is shown to people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For the `catch` of a promise: a value in place of an error of the catalogue, or of that code. Others are thrown on. */
export function instead<T>(value: T, code?: string): (error: unknown) => T {
  return (error) => {
    if (error instanceof ChainError && (code === undefined || error.code === code)) return value;
    throw error;
  };
}

/** Like `instead`, for work that does not wait. */
export function attempted<T, U>(work: () => T, value: U, code?: string): T | U {
  try {
    return work();
  } catch (error) {
    return instead(value, code)(error);
  }
}
