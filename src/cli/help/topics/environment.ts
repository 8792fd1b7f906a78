import { SETTINGS, settingToVariable } from "../../config/settings.js";
import { section, sentence, termsBlock, textBlock, type Page } from "../document.js";

export const environmentTopic: Page = {
  title: "chainnode environment",
  summary: "the environment variables that chainnode reads",
  sections: [
    ...section(
      "Settings",
      textBlock(
        "Every setting has a variable; a flag wins over it. Flags take true or false, lists are separated by commas. An empty one counts as not set.",
      ),
      termsBlock(
        SETTINGS.map(({ name, description }) => ({
          term: settingToVariable(name),
          meaning: sentence(description),
        })),
      ),
    ),
    ...section(
      "Others",
      termsBlock([
        {
          term: "CHAINNODE_HOME",
          meaning: "The data directory when nothing else names one; without it, chainnode in XDG_DATA_HOME.",
        },
        { term: "XDG_DATA_HOME", meaning: "Where data directories are kept. Default: ~/.local/share." },
        { term: "NO_COLOR", meaning: "Not empty: no colours." },
        { term: "CLICOLOR_FORCE", meaning: "Not empty and not 0: colours in pipes too." },
      ]),
    ),
    ...section(
      "Secrets",
      textBlock(
        "No variable holds a password or a private key: other programs can read the environment. Use --password-file, --password-stdin or the prompt. A file that others may read is told of; a pipe of the shell does as well: --password-file <(pass show alice).",
      ),
    ),
  ],
};
