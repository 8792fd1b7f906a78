import type { Style } from "../terminal/colour.js";
import {
  filledSections,
  sentence,
  type HelpEntry,
  type HelpPage,
  type PagePart,
  type PageSections,
} from "./document.js";

const INDENT = "  ";
/** Longer lines are hard to read, however wide the terminal is. */
const MAX_WIDTH = 100;
/** A longer term is on a line of its own. */
const MAX_TERM = 28;

export function pageToText(page: HelpPage, style: Style, width: number): string {
  const summary = wrap(sentence(page.summary), Math.min(width, MAX_WIDTH), "");
  return `${summary}\n${sectionsToText(page.sections, style, width)}`;
}

export function sectionsToText(sections: PageSections, style: Style, width: number): string {
  const lineWidth = Math.min(width, MAX_WIDTH);
  let out = "";
  for (const [heading, parts] of filledSections(sections)) {
    const body = parts.map((part) => partToText(part, style, lineWidth)).join("\n");
    out += `\n${style.bold(heading.toUpperCase())}\n${body}`;
  }
  return out;
}

function partToText(part: PagePart, style: Style, width: number): string {
  if (typeof part === "string") return `${INDENT}${wrap(part, width, INDENT)}\n`;
  if ("code" in part) return part.code.map((line) => `${INDENT}${line}\n`).join("");
  return termsToText(part.terms, style, width);
}

function termsToText(terms: readonly HelpEntry[], style: Style, width: number): string {
  const fitting = terms.map(([term]) => term.length).filter((length) => length <= MAX_TERM);
  const column = Math.max(0, ...fitting);
  const hanging = INDENT + " ".repeat(column) + INDENT;
  let out = "";
  for (const [term, meaning] of terms) {
    const first =
      term.length > column ? `${term}\n${hanging}` : `${term}${" ".repeat(column - term.length)}${INDENT}`;
    out += `${INDENT}${first.replace(term, () => style.cyan(term))}${wrap(meaning, width, hanging)}\n`;
  }
  return out;
}

/** Breaks a text at spaces. The first line counts as indented already. */
function wrap(text: string, width: number, indent: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && indent.length + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines.join(`\n${indent}`);
}
