import type { ProgressLine } from "../host.js";
import type { Output } from "./direct-output.js";
import type { TerminalInput } from "./keyboard.js";

/** A person at a terminal, and how what is said to them looks. */
export interface Dialogue {
  readonly input: TerminalInput;
  readonly output: Output;
  readonly hasColour: boolean;
  readonly openProgress: () => ProgressLine;
  /** A failure in its three parts, with a newline. */
  readonly errorText: (error: unknown) => string;
  /** Terms and what they mean, under their heading. */
  readonly helpText: (sections: readonly HelpSection[]) => string;
}

export interface HelpSection {
  readonly heading: string;
  readonly terms: readonly { readonly term: string; readonly meaning: string }[];
}
