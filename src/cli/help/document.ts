/** A page of help, printed as text on a terminal, as a man page and as Markdown. */
export interface HelpPage {
  /** `chainnode key new`, `exit codes` … */
  readonly title: string;
  /** One sentence without its full stop. */
  readonly summary: string;
  readonly sections: readonly Section[];
}

export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "terms"; readonly terms: readonly Term[] }
  | { readonly kind: "code"; readonly lines: readonly string[] };

export interface Term {
  readonly term: string;
  readonly meaning: string;
}

export function textBlock(text: string): Block {
  return { kind: "text", text };
}

export function termsBlock(terms: readonly Term[]): Block {
  return { kind: "terms", terms };
}

export function codeBlock(...lines: readonly string[]): Block {
  return { kind: "code", lines };
}

/** Returns a section, or an empty list when the section would be empty. */
export function section(heading: string, ...blocks: readonly Block[]): readonly Section[] {
  const filled = blocks.filter((block) => block.kind !== "terms" || block.terms.length > 0);
  return filled.length === 0 ? [] : [{ heading, blocks: filled }];
}

/** What an argument, an option or a setting is, with its default and its choices. */
export function meaningOf(spec: {
  readonly description: string;
  readonly default?: string;
  readonly choices?: readonly string[];
}): string {
  const { description, choices, default: fallback } = spec;
  const applied = fallback === undefined ? "" : ` (default: ${fallback})`;
  return sentence(description + applied) + (choices === undefined ? "" : ` One of: ${choices.join(", ")}.`);
}

/** Makes a fragment a sentence: with a capital letter and a full stop. */
export function sentence(fragment: string): string {
  return `${fragment.charAt(0).toUpperCase()}${fragment.slice(1)}.`;
}
