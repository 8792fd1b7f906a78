import type { CommandTree } from "../command.js";
import { findRoute } from "../route.js";
import { type HelpPage, filledSections, type PagePart } from "./document.js";
import { findPage } from "./pages.js";
import { TOPICS } from "./topics.js";

interface ManualPage {
  readonly page: HelpPage;
  readonly entry: ManualEntry;
  readonly seeAlso: readonly ManualEntry[];
}

/** The page for words, or for a page name as other pages cite it. Throws `UNKNOWN_COMMAND`. */
export async function findManualPage(asked: readonly string[], tree: CommandTree): Promise<ManualPage> {
  const words = wordsOfName(asked, tree) ?? asked;
  const page = await findPage(words, tree);
  const name = words.join(" ");
  if (TOPICS.has(name)) return { page, entry: topicToEntry(name), seeAlso: [pathToEntry("")] };
  const { path } = findRoute(words, tree);
  return { page, entry: pathToEntry(path), seeAlso: path === "" ? entriesOf(tree) : [pathToEntry("")] };
}

/** The words of every page: the program, its commands, the topics. */
export function manualWords(tree: CommandTree): readonly (readonly string[])[] {
  const commands = [...tree.commands.keys()].toSorted();
  return [[], ...commands.map((path) => path.split(" ")), ...[...TOPICS.keys()].map((name) => [name])];
}

/** `chainnode-key-new` → key, new; `chainnode.toml` → config. Undefined when no page has the name. */
function wordsOfName([name, ...others]: readonly string[], tree: CommandTree): readonly string[] | undefined {
  if (name === undefined || others.length > 0) return undefined;
  return manualWords(tree).find((words) => {
    const word = words.join(" ");
    return (TOPICS.has(word) ? topicToEntry(word) : pathToEntry(word)).name === name;
  });
}

function entriesOf(tree: CommandTree): readonly ManualEntry[] {
  return [...[...tree.commands.keys()].toSorted().map(pathToEntry), ...[...TOPICS.keys()].map(topicToEntry)];
}

/** `key new` → chainnode-key-new(1). */
function pathToEntry(path: string): ManualEntry {
  const words = path === "" ? [] : path.split(" ");
  return { name: ["chainnode", ...words].join("-"), section: 1 };
}

/** Pages about files are in section 5, and the settings page is named after its file. */
function topicToEntry(name: string): ManualEntry {
  if (name === "config") return { name: "chainnode.toml", section: 5 };
  return { name: `chainnode-${name}`, section: name === "network" ? 5 : 7 };
}

const MANUAL_HEADINGS: ReadonlyMap<string, string> = new Map([["Usage", "Synopsis"]]);

interface ManualEntry {
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
