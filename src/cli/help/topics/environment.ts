import { SETTINGS, settingToVariable } from "../../config/settings.js";
import { section, sentence, termsBlock, textBlock, type HelpPage } from "../document.js";

export const environmentTopic: HelpPage = {
  title: "chainnode environment",
  summary: "the environment variables that chainnode reads",
  sections: [
    ...section(
      "Settings",
      textBlock(
        "Every setting has a variable. A flag on the command line takes precedence over it. Flags are true or false; lists are separated by commas. An empty variable counts as not set.",
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
          meaning: "Data directory, unless data-dir is set (default: chainnode in XDG_DATA_HOME).",
        },
        { term: "XDG_DATA_HOME", meaning: "Base directory of user data (default: ~/.local/share)." },
        { term: "NO_COLOR", meaning: "Disables colors when it is not empty." },
        { term: "CLICOLOR_FORCE", meaning: "Enables colors in pipes too when it is neither empty nor 0." },
      ]),
    ),
    ...section(
      "Secrets",
      textBlock(
        "No variable holds a password or a private key, because other programs can read the environment. Use --password-file, --password-stdin or the prompt. The command warns about a password file that other users can read. A process substitution works too: --password-file <(pass show alice).",
      ),
    ),
  ],
};
