import type { Style } from "../terminal/colour.js";
import { sentence, type Block, type HelpPage, type Section, type Term } from "./document.js";

const INDENT = "  ";
/** Longer lines are hard to read, however wide the terminal is. */
const MAX_WIDTH = 100;
/** A longer term is on a line of its own. */
const MAX_TERM = 28;

/** A page for a terminal. */
export function pageToText(page: HelpPage, style: Style, width: number): string {
  const summary = wrap(sentence(page.summary), Math.min(width, MAX_WIDTH), "");
  return `${summary}\n${sectionsToText(page.sections, style, width)}`;
}

/** Sections for a terminal, each after an empty line. */
export function sectionsToText(sections: readonly Section[], style: Style, width: number): string {
  const lineWidth = Math.min(width, MAX_WIDTH);
  let out = "";
  for (const { heading, blocks } of sections) {
    const body = blocks.map((block) => blockToText(block, style, lineWidth)).join("\n");
    out += `\n${style.bold(heading.toUpperCase())}\n${body}`;
  }
  return out;
}

function blockToText(block: Block, style: Style, width: number): string {
  switch (block.kind) {
    case "text":
      return `${INDENT}${wrap(block.text, width, INDENT)}\n`;
    case "code":
      return block.lines.map((line) => `${INDENT}${line}\n`).join("");
    default:
      return termsToText(block.terms, style, width);
  }
}

function termsToText(terms: readonly Term[], style: Style, width: number): string {
  const fitting = terms.map(({ term }) => term.length).filter((length) => length <= MAX_TERM);
  const column = Math.max(0, ...fitting);
  const hanging = INDENT + " ".repeat(column) + INDENT;
  let out = "";
  for (const { term, meaning } of terms) {
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
