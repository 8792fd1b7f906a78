import { positional, option, type Command } from "../src/cli/command.js";
import { nextWords, walk } from "../src/cli/route.js";
import { objectToValue } from "../src/codec/value.js";
import { INTEGER, objectOf, TEXT } from "../src/records/operations/json-schema.js";

export const command: Command = {
  summary: "show a page of the manual",
  arguments: [
    positional("[topic...]", "command or help topic", {
      async complete({ tree }, before) {
        const { TOPICS } = await import("../src/cli/help/topics.js");
        const { path } = walk(before.rest("topic"), tree);
        return path === "" ? [...nextWords("", tree), ...TOPICS.keys()] : nextWords(path, tree);
      },
    }),
  ],
  options: [option("--roff", "print the roff source, for man and other formatters")],
  examples: [
    "chainnode man key new",
    "chainnode man exit-codes",
    "# in man's pager",
    "chainnode man send --roff | man -l -",
  ],
  result: objectOf({ name: TEXT, section: INTEGER, roff: TEXT }),
  async run({ tree }, input) {
    const { findManualPage } = await import("../src/cli/help/manual.js");
    const { pageToRoff } = await import("../src/cli/help/manual.js");
    const { pageToText } = await import("../src/cli/help/text.js");
    const { page, entry, seeAlso } = await findManualPage(input.rest("topic"), tree);
    const roff = pageToRoff(page, entry, seeAlso);
    return {
      data: objectToValue({ name: entry.name, section: BigInt(entry.section), roff }),
      text: (view) => (input.flag("roff") ? roff : pageToText(page, view.style, view.width)),
    };
  },
};
