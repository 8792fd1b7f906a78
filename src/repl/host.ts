import type { NamedKeys } from "../node/keys/named-keys.js";

export interface ProgressLine {
  /** Replaces what was shown. */
  show(text: string): void;
  /** Takes the line away. */
  clear(): void;
}

/** What the objects at the prompt need of whoever runs the statements: a conversation, or a batch. */
export interface Host {
  /** The keys that sign, and whose addresses are known by name. */
  readonly keys: NamedKeys;
  /** Asks for a password, which is never shown. Throws when nobody is there to answer. */
  readonly askPassword: (message: string) => Promise<string>;
  /** Shows a value as a result, beside that of the statement. */
  readonly print: (value: unknown) => void;
  /** A line that says how far work is that takes long; nothing is shown in its first second. */
  readonly openProgress: () => ProgressLine;
  /** Aborted when the statement that runs now is interrupted. */
  readonly interruption: () => AbortSignal;
}
