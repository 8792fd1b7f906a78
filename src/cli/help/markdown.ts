import { sentence, type Block, type Page } from "./document.js";

/** A page as Markdown, its title at the given level. */
export function pageToMarkdown(page: Page, level: number): string {
  const mark = "#".repeat(level);
  let out = `${mark} ${page.title}\n\n${escape(sentence(page.summary))}\n`;
  for (const { heading, blocks } of page.sections) {
    // The usage speaks for itself.
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

/** Characters that Markdown would take for its own. */
function escape(text: string): string {
  return text.replace(/[\\`*_<>[\]|]/g, "\\$&");
}
