import type { NamedKeys } from "../node/keys/named-keys.js";

export interface ProgressLine {
  /** Replaces the line. */
  show(text: string): void;
  /** Clears the line. */
  clear(): void;
}

/** What the objects at the prompt need from a conversation or a batch. */
export interface Host {
  /** The keys, which sign and whose names stand for addresses. */
  readonly keys: NamedKeys;
  /** Asks for a password without showing it. Throws without a terminal. */
  readonly askPassword: (message: string) => Promise<string>;
  /** Shows a value as an additional result of the statement. */
  readonly print: (value: unknown) => void;
  /** A line that shows the progress of long work. Nothing is shown in its first second. */
  readonly openProgress: () => ProgressLine;
  /** Aborted when the current statement is interrupted. */
  readonly interruption: () => AbortSignal;
}
