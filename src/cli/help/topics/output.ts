import { codeBlock, section, termsBlock, textBlock, type Page } from "../document.js";

export const outputTopic: Page = {
  title: "chainnode output",
  summary: "what is printed where, for people and for programs",
  sections: [
    ...section(
      "Streams",
      textBlock(
        "stdout carries the result of the command and nothing else. Questions, progress, warnings, logs and failures go to stderr; --quiet leaves only failures there.",
      ),
    ),
    ...section(
      "Terminals and pipes",
      textBlock(
        "On a terminal results are aligned tables with shortened hashes and local times. In a pipe they are whole: one row a line, tabs between the cells, no heading, times in UTC as ISO 8601.",
      ),
    ),
    ...section(
      "JSON",
      textBlock(
        "With --json stdout holds exactly one JSON document, with integers of any size written exactly. Commands that follow the chain print one document a line. An empty map may be written as [], as the protocol does. docs/schemas has a JSON Schema for every command.",
      ),
      textBlock(
        "A command that fails prints nothing on stdout, but for checks and status, which print what they found. Its failure is one JSON document on stderr, in the last line:",
      ),
      codeBlock('{"error":{"code":"…","message":"…","details":{…},"advice":"…"}}'),
      termsBlock([
        { term: "code", meaning: "Stable: scripts may compare it." },
        { term: "message", meaning: "What happened; where the protocol fixes a text, that text." },
        { term: "details", meaning: "The values that matter, if any." },
        { term: "advice", meaning: "What to do about it, if anything." },
      ]),
    ),
    ...section(
      "Colour",
      textBlock(
        "Each stream is coloured only when it is a terminal. --no-color and NO_COLOR forbid colours; CLICOLOR_FORCE=1 asks for them in pipes too.",
      ),
    ),
  ],
};
