import { codeBlock, section, termsBlock, textBlock, type HelpPage } from "../document.js";

export const outputTopic: HelpPage = {
  title: "chainnode output",
  summary: "output on stdout and stderr, for people and for programs",
  sections: [
    ...section(
      "Streams",
      textBlock(
        "stdout carries only the result of the command. Questions, progress, warnings, logs and errors go to stderr. With --quiet, only errors do.",
      ),
    ),
    ...section(
      "Terminals and pipes",
      textBlock(
        "On a terminal, results are aligned tables with shortened hashes and local times. In a pipe they are complete: one row per line, cells separated by tabs, no heading, times in UTC (ISO 8601).",
      ),
    ),
    ...section(
      "JSON",
      textBlock(
        "With --json, stdout holds exactly one JSON document. Integers of any size are exact. Commands that follow the chain print one document per line. An empty map may be written as [], as in the protocol. docs/schemas has a JSON Schema for every command.",
      ),
      textBlock(
        "A command that fails prints nothing on stdout, except for checks and status, which print what they found. The error is a JSON document in the last line of stderr:",
      ),
      codeBlock('{"error":{"code":"…","message":"…","details":{…},"advice":"…"}}'),
      termsBlock([
        { term: "code", meaning: "Stable code of the error, for scripts." },
        { term: "message", meaning: "What happened. Where the protocol prescribes a text, that text." },
        { term: "details", meaning: "Values that belong to the error, if any." },
        { term: "advice", meaning: "What to do about it, if known." },
      ]),
    ),
    ...section(
      "Color",
      textBlock(
        "A stream has colors only when it is a terminal. --no-color and NO_COLOR disable them; CLICOLOR_FORCE=1 enables them in pipes too.",
      ),
    ),
  ],
};
