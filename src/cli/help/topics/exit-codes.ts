import { EXIT_CODES } from "../../exit-codes.js";
import { section, termsBlock, textBlock, type HelpPage } from "../document.js";

export const exitCodesTopic: HelpPage = {
  title: "chainnode exit codes",
  summary: "exit codes of the commands",
  sections: [
    ...section(
      "Exit codes",
      termsBlock(EXIT_CODES.map(({ code, meaning }) => ({ term: String(code), meaning }))),
    ),
    ...section(
      "For scripts",
      textBlock(
        "The meaning of a code never changes. After code 3 it may help to try again; after 1, 2 and 4 the same command fails again until something changes.",
      ),
    ),
  ],
};
