import { SETTINGS, type Setting, type SettingKind } from "../../config/settings.js";
import { codeBlock, section, sentence, termsBlock, textBlock, type Page, type Term } from "../document.js";

const TYPE_OF_KIND: Readonly<Record<SettingKind, string>> = {
  text: "text",
  integer: "whole number",
  flag: "true or false",
  list: "list of texts",
  levels: "text",
};

export const configTopic: Page = {
  title: "chainnode.toml",
  summary: "the settings of chainnode and where they come from",
  sections: [
    ...section(
      "Precedence",
      textBlock(
        "A setting is taken from the first place that has it: a flag, an environment variable, the configuration file, the default. chainnode config show prints each value and where it came from.",
      ),
    ),
    ...section(
      "Node",
      textBlock(
        "A command asks the node that rpc names. When nothing names one, it asks the node that runs on the data directory, at whatever address that listens; while none does, a command that only reads takes the data directory's chain as it was left, and says so. A --data-dir on the command line counts before CHAINNODE_RPC.",
      ),
    ),
    ...section(
      "File",
      textBlock(
        "The file is chainnode.toml in the data directory, or the one that --config names. It is a flat TOML table whose keys are the names of the flags. A key that is not known is an error.",
      ),
      codeBlock('rpc = "https://node.example.org:9900"', "mine = true", 'peer = ["node1.example.org:9900"]'),
    ),
    ...section("Settings", termsBlock(SETTINGS.map(settingToTerm))),
  ],
};

function settingToTerm({ name, kind, default: value, description }: Setting): Term {
  const type = TYPE_OF_KIND[kind];
  const known = value === undefined || Array.isArray(value) ? "" : ` Default: ${String(value)}.`;
  return { term: name, meaning: `${sentence(description)} A ${type}.${known}` };
}
