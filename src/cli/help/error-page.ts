import type { DefinedError } from "../../codec/define-error.js";
import { exitCodeOfKind } from "../exit-codes.js";
import { codeBlock, section, termsBlock, textBlock, type HelpPage } from "./document.js";

/** An error of the catalogue, with the room that defines it. */
export interface CataloguedError extends Pick<DefinedError, "code" | "definition"> {
  readonly room: string;
}

/** The page of `chainnode help error CODE`. */
export function errorToPage({ code, definition }: CataloguedError): HelpPage {
  const { kind = "refused", text, advice, about, details = [] } = definition;
  const terms = [
    { term: "kind", meaning: kind },
    { term: "exit code", meaning: String(exitCodeOfKind(kind)) },
    ...(details.length === 0 ? [] : [{ term: "details", meaning: details.map(nameOf).join(", ") }]),
  ];
  return {
    title: `chainnode error ${code}`,
    summary: "an error code; {name} stands for a value",
    sections: [
      ...(about === undefined ? [] : section("When", textBlock(about))),
      ...(isParameter(text) ? [] : section("Text", codeBlock(...text.trim().split("\n")))),
      ...(advice === undefined || isParameter(advice)
        ? []
        : section("What to do", ...advice.split("\n").map(textBlock))),
      ...section("Properties", termsBlock(terms)),
    ],
  };
}

/** The catalogue as Markdown, which is docs/errors.md. */
export function errorsToMarkdown(errors: readonly CataloguedError[]): string {
  return `${[
    "# Errors\n",
    "Generated from the catalogue of errors by `npm run generate`. A code is stable: scripts may compare it. It is in the",
    "member `error` of a failed answer ([rpc.md](rpc.md)), in what a command prints with `--json`, and in what the console",
    "throws. `{name}` stands for a value. `chainnode help error CODE` explains one code, and `chainnode help exit-codes` the",
    "exit codes.\n",
    ...byRoom(errors).map(([room, members]) => [`## ${room}\n`].concat(members.map(toMarkdown)).join("\n")),
  ]
    .join("\n")
    .trimEnd()}\n`;
}

function toMarkdown({ code, definition }: CataloguedError): string {
  const { kind = "refused", text, advice, about, details = [] } = definition;
  const facts = [`kind ${kind}`, `exit code ${exitCodeOfKind(kind)}`];
  if (details.length > 0)
    facts.push(`details ${details.map((detail) => `\`${nameOf(detail)}\``).join(", ")}`);
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

function byRoom(
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

function nameOf(detail: string): string {
  return detail.replace(/\?$/, "");
}

function isParameter(text: string): boolean {
  return /^\{\w+\}$/.test(text);
}
