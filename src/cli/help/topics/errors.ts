import { codeBlock, section, termsBlock, textBlock, type HelpPage } from "../document.js";

export const errorTopic: HelpPage = {
  title: "chainnode errors",
  summary: "what an error code says",
  sections: [
    ...section(
      "Parts",
      textBlock(
        "Every error has a code that never changes, a sentence, and advice. Scripts compare the code.",
      ),
      termsBlock([
        { term: "chainnode help error CODE", meaning: "Explain one code." },
        { term: "--json", meaning: "Print an error as JSON, with its code." },
        { term: "docs/errors.md", meaning: "The catalogue of all errors." },
      ]),
    ),
    ...section("Example", codeBlock("$ chainnode help error NODE_NOT_RUNNING")),
  ],
};
