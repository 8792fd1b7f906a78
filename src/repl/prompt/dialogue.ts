import type { ProgressLine } from "../host.js";
import type { Output } from "./direct-output.js";
import type { TerminalInput } from "./keyboard.js";

/** The terminal of a person, and the formatting for it. */
export interface Dialogue {
  readonly input: TerminalInput;
  readonly output: Output;
  readonly hasColour: boolean;
  readonly openProgress: () => ProgressLine;
  /** A failure in its three parts, ending with a newline. */
  readonly errorText: (error: unknown) => string;
  /** Terms and their meanings under a heading. */
  readonly helpText: (sections: readonly HelpSection[]) => string;
}

export interface HelpSection {
  readonly heading: string;
  readonly terms: readonly { readonly term: string; readonly meaning: string }[];
  /** Whether the meanings are whole sentences or program text. Otherwise they are fragments without a full stop. */
  readonly isWhole?: boolean;
}
