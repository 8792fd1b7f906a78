import { sentence, type Block, type HelpPage } from "./document.js";

/** A page as Markdown, its title at the given level. */
export function pageToMarkdown(page: HelpPage, level: number): string {
  const mark = "#".repeat(level);
  let out = `${mark} ${page.title}\n\n${escape(sentence(page.summary))}\n`;
  for (const { heading, blocks } of page.sections) {
    // The usage needs no heading.
    if (heading !== "Usage") out += `\n${mark}# ${heading}\n`;
    for (const block of blocks) out += `\n${blockToMarkdown(block)}`;
  }
  return out;
}

function blockToMarkdown(block: Block): string {
  switch (block.kind) {
    case "text":
      return `${escape(block.text)}\n`;
    case "code":
      return `\`\`\`console\n${block.lines.join("\n")}\n\`\`\`\n`;
    default:
      return block.terms.map(({ term, meaning }) => `- \`${term}\` — ${escape(meaning)}\n`).join("");
  }
}

/** Escapes the characters that have a meaning in Markdown. */
function escape(text: string): string {
  return text.replace(/[\\`*_<>[\]|]/g, "\\$&");
}
