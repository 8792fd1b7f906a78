export interface HelpPage {
  /** `chainnode key new`, `exit codes` … */
  readonly title: string;
  /** One sentence without its full stop. */
  readonly summary: string;
  readonly sections: PageSections;
}

/** The parts of each section by its heading, in order. A section without contents is not printed. */
export type PageSections = Readonly<Record<string, readonly PagePart[]>>;

export type PagePart =
  string | { readonly terms: readonly HelpEntry[] } | { readonly code: readonly string[] };

export type HelpEntry = readonly [term: string, meaning: string];

export function filledSections(sections: PageSections): readonly (readonly [string, readonly PagePart[]])[] {
  return Object.entries(sections)
    .map(([heading, parts]) => [heading, parts.filter(isFilled)] as const)
    .filter(([, parts]) => parts.length > 0);
}

function isFilled(part: PagePart): boolean {
  return typeof part === "string" || !("terms" in part) || part.terms.length > 0;
}

export function meaningOf(spec: {
  readonly description: string;
  readonly default?: string;
  readonly choices?: readonly string[];
}): string {
  const { description, choices, default: fallback } = spec;
  const applied = fallback === undefined ? "" : ` (default: ${fallback})`;
  return sentence(description + applied) + (choices === undefined ? "" : ` One of: ${choices.join(", ")}.`);
}

export function sentence(fragment: string): string {
  return `${fragment.charAt(0).toUpperCase()}${fragment.slice(1)}.`;
}
