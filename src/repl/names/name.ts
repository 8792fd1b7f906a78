import { optionsOf, type Options } from "./options.js";

/** A name that the prompt adds to JavaScript's own. Help, the man page and completion are generated from these. */
export interface ConsoleName {
  /** The name as typed: `chain.block`, `.save`. */
  readonly name: string;
  readonly group: NameGroup;
  /** With its arguments: `chain.block(height | hash)`. */
  readonly signature: string;
  /** One sentence without its full stop. */
  readonly summary: string;
  /** The options of its arguments, by index. */
  readonly options: ReadonlyMap<number, Options>;
}

export type NameGroup = "general" | "session" | "chain" | "debug" | "sandbox";

/** The names of one group, from their summaries by signature. */
export function defineNames(
  group: NameGroup,
  summaries: Readonly<Record<string, string>>,
): readonly ConsoleName[] {
  return Object.entries(summaries).map(([signature, summary]) => ({
    name: /^[.\w]+/.exec(signature)?.[0] ?? signature,
    group,
    signature,
    summary,
    options: optionsOf(signature),
  }));
}
