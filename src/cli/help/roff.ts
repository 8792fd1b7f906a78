import { filledSections, type HelpPage, type PagePart } from "./document.js";

const MANUAL_HEADINGS: ReadonlyMap<string, string> = new Map([["Usage", "Synopsis"]]);

export interface ManualEntry {
  /** As in `man NAME`. */
  readonly name: string;
  /** 1 commands, 5 files, 7 everything else. */
  readonly section: 1 | 5 | 7;
}

/** A page for man(1), in the man macro package. It carries no date, so that the same sources produce the same page. */
export function pageToRoff(
  page: HelpPage,
  { name, section }: ManualEntry,
  seeAlso: readonly ManualEntry[],
): string {
  const lines = [
    `.TH "${escape(name.toUpperCase())}" "${section}" "" "chainnode" "chainnode manual"`,
    // Disables hyphenation, which would break paths and flags.
    ".nh",
    ".SH NAME",
    `${escape(name)} \\- ${escape(page.summary)}`,
  ];
  for (const [heading, parts] of filledSections(page.sections)) {
    lines.push(`.SH ${escape((MANUAL_HEADINGS.get(heading) ?? heading).toUpperCase())}`);
    lines.push(...parts.flatMap(partToRoff));
  }
  if (seeAlso.length > 0) {
    lines.push(".SH SEE ALSO");
    lines.push(seeAlso.map((entry) => `\\fB${escape(entry.name)}\\fR(${entry.section})`).join(",\n"));
  }
  return `${lines.join("\n")}\n`;
}

function partToRoff(part: PagePart): readonly string[] {
  if (typeof part === "string") return [".PP", escape(part)];
  if ("code" in part) return [".PP", ".nf", ".RS 4", ...part.code.map(escape), ".RE", ".fi"];
  return part.terms.flatMap(([term, meaning]) => [".TP", `\\fB${escape(term)}\\fR`, escape(meaning)]);
}

/** Escapes text for roff: backslashes, hyphens, and a control character at the start of a line. */
function escape(text: string): string {
  const escaped = text.replaceAll("\\", "\\(rs").replaceAll("-", "\\-").replaceAll('"', "\\(dq");
  return escaped.replace(/^(?=[.'])/gm, "\\&");
}
