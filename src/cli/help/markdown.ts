import { LINT_CODES } from "../../records/lint-rules.js";
import type { OperatorSpec } from "../../records/operators/operator.js";
import { describeOperator } from "../../records/operators/describe.js";
import { OPERATOR_GROUPS } from "../../records/operators/table.js";
import type { CataloguedError } from "../command.js";
import { EXIT_CODE_OF_KIND } from "../exit-codes.js";
import { isParameter } from "./pages.js";
import { filledSections, sentence, type HelpPage, type PagePart } from "./document.js";

export function pageToMarkdown(page: HelpPage, level: number): string {
  const mark = "#".repeat(level);
  let out = `${mark} ${page.title}\n\n${escape(sentence(page.summary))}\n`;
  for (const [heading, parts] of filledSections(page.sections)) {
    // The usage needs no heading.
    if (heading !== "Usage") out += `\n${mark}# ${heading}\n`;
    for (const part of parts) out += `\n${partToMarkdown(part)}`;
  }
  return out;
}

function partToMarkdown(part: PagePart): string {
  if (typeof part === "string") return `${escape(part)}\n`;
  if ("code" in part) return `\`\`\`console\n${part.code.join("\n")}\n\`\`\`\n`;
  return part.terms.map(([term, meaning]) => `- \`${term}\` — ${escape(meaning)}\n`).join("");
}

function escape(text: string): string {
  return text.replace(/[\\`*_<>[\]|]/g, "\\$&");
}

export function errorsToMarkdown(errors: readonly CataloguedError[]): string {
  return `${[
    "# Errors\n",
    "Generated from the catalogue of errors by `npm run generate`. A code is stable: scripts may compare it. It is in the",
    "member `error` of a failed answer ([rpc.md](rpc.md)), in what a command prints with `--json`, and in what the console",
    "throws. `{name}` stands for a value. `chainnode help error CODE` explains one code, and `chainnode help exit-codes` the",
    "exit codes.\n",
    ...errorsByRoom(errors).map(([room, members]) =>
      [`## ${room}\n`].concat(members.map(errorToMarkdown)).join("\n"),
    ),
  ]
    .join("\n")
    .trimEnd()}\n`;
}

function errorToMarkdown({ code, kind, definition }: CataloguedError): string {
  const { text, advice, about, details = [] } = definition;
  const facts = [`kind ${kind}`, `exit code ${EXIT_CODE_OF_KIND[kind]}`];
  if (details.length > 0)
    facts.push(`details ${details.map((detail) => `\`${detail.replace(/\?$/, "")}\``).join(", ")}`);
  return [
    `### ${code}\n`,
    ...(isParameter(text) ? [] : [`> ${escaped(text.trim())}\n`]),
    ...(about === undefined ? [] : [`${escaped(about)}\n`]),
    ...(advice === undefined || isParameter(advice) ? [] : [`${escaped(advice).replaceAll("\n", "\\\n")}\n`]),
    `_${facts.join("; ")}_\n`,
  ].join("\n");
}

/** Text that Markdown would read as a tag, or as emphasis, stands for itself. */
function escaped(text: string): string {
  return text.replace(/[<>*_|[\]]/g, "\\$&");
}

function errorsByRoom(
  errors: readonly CataloguedError[],
): readonly (readonly [string, readonly CataloguedError[]])[] {
  return [...new Set(errors.map(({ room }) => room))].map(
    (room) =>
      [
        room,
        errors
          .filter((error) => error.room === room)
          .toSorted((left, right) => (left.code < right.code ? -1 : 1)),
      ] as const,
  );
}

const OPERATORS_INTRODUCTION = `# Operators

Generated from the table of operators by \`npm run generate\`. \`chainnode help operators\` lists them, \`chainnode help operators add\` shows one, and so does \`.help $add\` in the console.

A call of an operator is a map with one key, \`{"$add": ["1", "2"]}\`. The signature names the arguments and their types; one with a default may be left out. A missing argument is null, an extra one is ignored.

| type        | meaning                                                               |
| ----------- | --------------------------------------------------------------------- |
| \`any\`       | any value                                                             |
| \`boolean\`   | true or false                                                         |
| \`integer\`   | an integer of 64 bits                                                 |
| \`number\`    | decimal text or an integer                                            |
| \`decimal\`   | decimal text: a sign, digits with at most one point, no exponent      |
| \`text\`      | text                                                                  |
| \`key\`       | lower-case hexadecimal text of even length from 2 to 64               |
| \`container\` | a list or a map                                                       |

The examples can be typed as they stand here, without a node. Costs are explained in [the work limit](../work-limit.md).
`;

export function operatorsMarkdown(): string {
  const groups = [...OPERATOR_GROUPS].map(([title, group]) =>
    [`## ${title}\n`, ...Object.entries(group).map(([name, spec]) => entryOf(name, spec))].join("\n"),
  );
  return [OPERATORS_INTRODUCTION, ...groups].join("\n");
}

function entryOf(name: string, spec: OperatorSpec): string {
  const { title, sentence, signature, notes, examples } = describeOperator(name, spec);
  const items = notes.flatMap(({ heading, sentences }) =>
    sentences.map((text) => `- **${heading}.** ${escapeEmphasis(text)}\n`),
  );
  return [
    `### ${title}\n`,
    `${escapeEmphasis(sentence)}\n`,
    `\`\`\`text\n${signature}\n\`\`\`\n`,
    items.join(""),
    `\`\`\`console\n${examples.join("\n")}\n\`\`\`\n`,
  ].join("\n");
}

function escapeEmphasis(text: string): string {
  return text.replace(/`[^`]*`|[*_]/g, (found) => (found.startsWith("`") ? found : `\\${found}`));
}

const LINT_INTRODUCTION = `# Rules of code check

Generated from the table of rules by \`npm run generate\`. \`chainnode code check\` reports them, \`chainnode help lint CODE\` shows one. An error is what the chain refuses or the machine does not run as written: the exit code is 1. A warning is most likely wrong. \`--allow CODE\` leaves a rule out; a source of \`chainnode/contract\` names the rules of one code in its declaration: \`allow: ["SENDER_UNCHECKED"]\`. \`--fix\` rewrites a JSON file with the fixable findings mended.
`;

export function lintMarkdown(): string {
  const rules = [...LINT_CODES].map(([code, { severity, summary, explanation, advice, isFixable }]) =>
    [
      `## ${code}\n`,
      `${sentence(summary)} ${explanation} ${advice}\n`,
      `_${severity}${isFixable === true ? "; fixable" : ""}_\n`,
    ].join("\n"),
  );
  return [LINT_INTRODUCTION, ...rules].join("\n");
}
