import {
  DEFAULT_CONSTANTS,
  type NetworkConstants,
  type NetworkDefinition,
} from "../../../records/network.js";
import { codeBlock, section, termsBlock, textBlock, type Page, type Term } from "../document.js";

const KEYS: Readonly<Record<keyof NetworkDefinition, string>> = {
  network_name: "What the network is called. Nodes know each other by it.",
  system_nonce: "A text from which the names of the network's own state are derived.",
  genesis_address:
    "The address of the node that begins the network. init --genesis writes its own, whatever the file says.",
  manager_addresses:
    "Who may become a network manager. init --genesis writes its own address when there are none.",
  peers: "The hosts that every node knows from the start, each as host:port or https://host:port.",
  constants: "A table of the numbers below; the public network's are taken for what is left out.",
};

/** The constants of a network definition (PROTOCOL 4.2). Times are in microseconds. */
const CONSTANTS: Readonly<Record<keyof NetworkConstants, string>> = {
  main_chain_interval: "Microseconds: main blocks are made at multiples of it.",
  resource_interval: "Microseconds that a resource block should take; the difficulty follows it.",
  resource_confirm_count: "How many resource blocks must follow one until it can never be undone.",
  confirm_interval: "Microseconds: how old a resource block must be before it counts.",
  validator_count: "How many of the newest resource blocks that count name the validators, a slot each.",
  difficulty_change_cycle: "After how many resource blocks the difficulty changes.",
  default_difficulty: "How many tries a resource block takes at first, as a text.",
  standard_amount: "What a resource block pays, in units, as a text.",
  credit_amount: "What each of the first resource_confirm_count resource blocks pays, in units, as a text.",
};

export const networkTopic: Page = {
  title: "network.toml",
  summary: "the definition of a network, which every node of it has",
  sections: [
    ...section(
      "File",
      textBlock(
        "chainnode init --network reads the definition and keeps it as network.toml in the data directory, with everything spelled out. All nodes of a network must have the same one, the peers excepted, and it cannot be changed once the network runs.",
      ),
      codeBlock(
        'network_name = "EXAMPLE NETWORK"',
        'system_nonce = "Fiat lux. "',
        'peers = ["one.example.org:9900", "two.example.org:9900"]',
        "",
        "[constants]",
        "validator_count = 3",
        'default_difficulty = "100000000"',
      ),
    ),
    ...section("Keys", termsBlock(Object.entries(KEYS).map(toTerm))),
    ...section(
      "Constants",
      termsBlock(
        Object.entries(CONSTANTS).map(([name, meaning]) => toTerm([name, withDefault(name, meaning)])),
      ),
    ),
  ],
};

function toTerm([term, meaning]: readonly [string, string]): Term {
  return { term, meaning };
}

function withDefault(name: string, meaning: string): string {
  return `${meaning} Default: ${DEFAULT_CONSTANTS[name as keyof NetworkConstants]}.`;
}
