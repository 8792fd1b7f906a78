import { SETTINGS, type Setting, type SettingKind } from "../../config/settings.js";
import { settingToOption } from "../../input/parser.js";
import {
  codeBlock,
  meaningOf,
  section,
  termsBlock,
  textBlock,
  type HelpPage,
  type Term,
} from "../document.js";

const TYPE_OF_KIND: Readonly<Record<SettingKind, string>> = {
  text: "string",
  integer: "whole number",
  flag: "true or false (default: false)",
  list: "list of strings",
  levels: "string",
};

export const configTopic: HelpPage = {
  title: "chainnode.toml",
  summary: "settings of chainnode and their sources",
  sections: [
    ...section(
      "Precedence",
      textBlock(
        "A setting is read from the first of these that has it: the flag, the environment variable, the configuration file, the default. chainnode config show prints each value and its origin.",
      ),
    ),
    ...section(
      "Node",
      textBlock(
        "A command asks the node at the URL rpc. When rpc is not set, it asks the node that runs on the data directory, at the address where that node listens. When no node runs, a command that only reads uses the stored chain of the data directory, and says so on stderr. --data-dir on the command line takes precedence over CHAINNODE_RPC.",
      ),
    ),
    ...section(
      "File",
      textBlock(
        "The file is chainnode.toml in the data directory, or the file that --config names. It is a flat TOML table whose keys are the names of the flags. An unknown key is an error.",
      ),
      codeBlock('rpc = "https://node.example.org:9900"', "mine = true", 'peer = ["node1.example.org:9900"]'),
    ),
    ...section("Settings", termsBlock(SETTINGS.map(settingToTerm))),
  ],
};

function settingToTerm(setting: Setting): Term {
  const { name, kind } = setting;
  return { term: name, meaning: `${meaningOf(settingToOption(setting))} Type: ${TYPE_OF_KIND[kind]}.` };
}
