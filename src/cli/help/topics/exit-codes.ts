import { EXIT_CODES } from "../../exit-codes.js";
import { section, termsBlock, textBlock, type Page } from "../document.js";

export const exitCodesTopic: Page = {
  title: "chainnode exit codes",
  summary: "what the exit code of a command says",
  sections: [
    ...section(
      "Exit codes",
      termsBlock(EXIT_CODES.map(({ code, meaning }) => ({ term: String(code), meaning }))),
    ),
    ...section(
      "For scripts",
      textBlock(
        "The codes never change their meaning. Code 3 may be worth another try; 1, 2 and 4 are not until something else has changed.",
      ),
    ),
  ],
};
