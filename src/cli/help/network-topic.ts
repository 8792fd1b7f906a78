import { DEFAULT_CONSTANTS, type NetworkDefinition } from "../../records/network.js";
import { RULE_SETS } from "../../records/rules.js";
import type { HelpEntry, HelpPage } from "./document.js";

const KEYS: Readonly<Record<keyof NetworkDefinition, string>> = {
  network_name: "Name of the network. Nodes recognize each other by it.",
  system_nonce: "Text from which the keys of the network's own state are derived.",
  genesis_address: "Address of the node that begins the network. init --genesis always writes its own.",
  manager_addresses:
    "Addresses that may become network managers (default: the genesis address, written by init --genesis).",
  peers:
    "Hosts that every node knows from the start, each as host:port or https://host:port (default: none).",
  rules:
    "Rules of the network: 1, those of every network with nodes of SASEUL 2.1, or 2 (docs/protocol/16-rules-2.md; default: 1).",
  checkpoint:
    "Table with the height and blockhash of a resource block that the chain must have. A node may add it to its own file and then refuses every other chain (default: none).",
  constants: "Table of the constants below (default: those of the public network).",
};

/** The constants of a network definition (PROTOCOL 4.2). Times are in microseconds. */
const CONSTANTS: Readonly<Record<keyof typeof DEFAULT_CONSTANTS, string>> = {
  main_chain_interval: "Interval of main blocks in microseconds.",
  resource_interval: "Target interval of resource blocks in microseconds. The difficulty follows it.",
  resource_confirm_count: "Number of resource blocks after which a resource block can never be undone.",
  confirm_interval: "Age in microseconds at which a resource block is confirmed.",
  validator_count: "Number of validator slots. Each of the newest confirmed resource blocks fills one.",
  difficulty_change_cycle: "Number of resource blocks between two changes of the difficulty.",
  default_difficulty: "Difficulty of the first resource blocks: the mean number of tries, as a string.",
  standard_amount: "Reward of a resource block in units, as a string.",
  credit_amount: "Reward of each of the first resource_confirm_count resource blocks in units, as a string.",
};

/** The constants of rules 2 alone (PROTOCOL 16.9). */
const RULES_2_TERMS: readonly HelpEntry[] = [
  [
    "work_limit",
    `Work of the transactions of a block together, in characters; only with rules = 2 (default: ${RULE_SETS[2].workLimits().proposal}).`,
  ],
  [
    "cost_table",
    "The table of costs by which work counts: 2, as in every new network, or left out for the first table; only with rules = 2.",
  ],
];

export const networkTopic: HelpPage = {
  title: "network.toml",
  summary: "definition of a network, the same on all its nodes",
  sections: {
    File: [
      "chainnode init --network reads the definition and stores it as network.toml in the data directory, with every default written out. All nodes of a network must have the same definition, except for the peers. It cannot change once the network runs.",
      {
        code: [
          'network_name = "EXAMPLE NETWORK"',
          'system_nonce = "Fiat lux. "',
          'peers = ["one.example.org:9900", "two.example.org:9900"]',
          "",
          "[constants]",
          "validator_count = 3",
          'default_difficulty = "1000000000"',
        ],
      },
    ],
    Keys: [{ terms: Object.entries(KEYS) }],
    Constants: [{ terms: [...Object.entries(CONSTANTS).map(withDefault), ...RULES_2_TERMS] }],
  },
};

function withDefault([name, meaning]: HelpEntry): HelpEntry {
  const value = DEFAULT_CONSTANTS[name as keyof typeof DEFAULT_CONSTANTS];
  return [name, `${meaning.slice(0, -1)} (default: ${value}).`];
}
