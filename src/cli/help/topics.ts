import { LINT_CODES, type LintRule } from "../../records/lint-rules.js";
import { signatureOf } from "../../records/operators/describe.js";
import { OPERATOR_GROUPS } from "../../records/operators/table.js";
import { SETTINGS, settingToVariable, type Setting, type SettingKind } from "../config/settings.js";
import { EXIT_CODES } from "../exit-codes.js";
import { settingToOption } from "../input/parser.js";
import { meaningOf, sentence, type HelpEntry, type HelpPage } from "./document.js";
import { DEFAULT_CONSTANTS, type NetworkDefinition } from "../../records/network.js";
import { RULE_SETS } from "../../records/rules.js";

const TYPE_OF_KIND: Readonly<Record<SettingKind, string>> = {
  text: "string",
  integer: "whole number",
  flag: "true or false (default: false)",
  list: "list of strings",
  levels: "string",
};

const CONFIG: HelpPage = {
  title: "chainnode.toml",
  summary: "settings of chainnode and their sources",
  sections: {
    Precedence: [
      "A setting is read from the first of these that has it: the flag, the environment variable, the configuration file, the default. chainnode config show prints each value and its origin.",
    ],
    Node: [
      "A command asks the node at the URL rpc. When rpc is not set, it asks the node that runs on the data directory, at the address where that node listens. When no node runs, a command that only reads uses the stored chain of the data directory, and says so on stderr. --data-dir on the command line takes precedence over CHAINNODE_RPC.",
    ],
    File: [
      "The file is chainnode.toml in the data directory, or the file that --config names. It is a flat TOML table whose keys are the names of the flags. An unknown key is an error.",
      { code: ['rpc = "https://node.example.org:9900"', "mine = true", 'peer = ["node1.example.org:9900"]'] },
    ],
    Settings: [{ terms: SETTINGS.map(settingToEntry) }],
  },
};

function settingToEntry(setting: Setting): HelpEntry {
  return [setting.name, `${meaningOf(settingToOption(setting))} Type: ${TYPE_OF_KIND[setting.kind]}.`];
}

const ENVIRONMENT: HelpPage = {
  title: "chainnode environment",
  summary: "the environment variables that chainnode reads",
  sections: {
    Settings: [
      "Every setting has a variable. A flag on the command line takes precedence over it. Flags are true or false; lists are separated by commas. An empty variable counts as not set.",
      { terms: SETTINGS.map(({ name, description }) => [settingToVariable(name), sentence(description)]) },
    ],
    Others: [
      {
        terms: [
          ["CHAINNODE_HOME", "Data directory, unless data-dir is set (default: chainnode in XDG_DATA_HOME)."],
          ["XDG_DATA_HOME", "Base directory of user data (default: ~/.local/share)."],
          ["NO_COLOR", "Disables colors when it is not empty."],
          ["CLICOLOR_FORCE", "Enables colors in pipes too when it is neither empty nor 0."],
        ],
      },
    ],
    Secrets: [
      "No variable holds a password or a private key, because other programs can read the environment. Use --password-file, --password-stdin or the prompt. The command warns about a password file that other users can read. A process substitution works too: --password-file <(pass show alice).",
    ],
  },
};

const ERRORS: HelpPage = {
  title: "chainnode errors",
  summary: "what an error code says",
  sections: {
    Parts: [
      "Every error has a code that never changes, a sentence, and advice. Scripts compare the code.",
      {
        terms: [
          ["chainnode help error CODE", "Explain one code."],
          ["--json", "Print an error as JSON, with its code."],
          ["docs/errors.md", "The catalogue of all errors."],
        ],
      },
    ],
    Example: [{ code: ["$ chainnode help error NODE_NOT_RUNNING"] }],
  },
};

const EXIT_CODE: HelpPage = {
  title: "chainnode exit codes",
  summary: "exit codes of the commands",
  sections: {
    "Exit codes": [{ terms: EXIT_CODES.map(([code, meaning]) => [String(code), meaning]) }],
    "For scripts": [
      "The meaning of a code never changes. After code 3 it may help to try again; after 1, 2 and 4 the same command fails again until something changes.",
    ],
  },
};

const LINT: HelpPage = {
  title: "chainnode lint",
  summary: "the rules of chainnode code check",
  sections: {
    Use: [
      {
        terms: [
          ["chainnode help lint CODE", "Explain one rule."],
          ["chainnode code check --allow CODE FILE", "Leave the findings of a rule out."],
          ["chainnode code check --fix FILE", "Mend what is marked as fixable."],
        ],
      },
    ],
    Errors: [{ terms: rulesOf("error") }],
    Warnings: [{ terms: rulesOf("warning") }],
  },
};

function rulesOf(severity: LintRule["severity"]): readonly HelpEntry[] {
  return [...LINT_CODES]
    .filter(([, rule]) => rule.severity === severity)
    .map(([code, { summary, isFixable }]) => [
      code,
      sentence(summary) + (isFixable === true ? " Fixable." : ""),
    ]);
}

const OPERATORS: HelpPage = {
  title: "chainnode operators",
  summary: "the operators of contracts and requests",
  sections: {
    Signatures: [
      "An argument with a default may be left out. A number is decimal text or an integer, a key is lower-case hexadecimal text of even length, a container is a list or a map, a decimal is decimal text.",
      "chainnode help operators add, or help '$add', shows one operator with its traps, its cost and examples.",
    ],
    ...Object.fromEntries(
      Array.from(OPERATOR_GROUPS, ([title, group]) => {
        const operators = Object.entries(group);
        const terms = operators.map(([name, spec]): HelpEntry => [
          signatureOf(name, spec),
          sentence(spec.summary),
        ]);
        return [title, [{ terms }]];
      }),
    ),
  },
};

const OUTPUT: HelpPage = {
  title: "chainnode output",
  summary: "output on stdout and stderr, for people and for programs",
  sections: {
    Streams: [
      "stdout carries only the result of the command. Questions, progress, warnings, logs and errors go to stderr. With --quiet, only errors do.",
    ],
    "Terminals and pipes": [
      "On a terminal, results are aligned tables with shortened hashes and local times; --full prints hashes and values in full, in a table up to 200 columns. In a pipe they are complete: one row per line, cells separated by tabs, no heading, times in UTC (ISO 8601).",
      "Text from others is shown as it is, with escapes such as \\u202e for controls, marks of direction and invisible characters. JSON has every text exactly.",
      "Commands take a hash, a cid and the id of a code also by its first characters, or as a table shortens it. When several match, the error lists them.",
      "An amount has its unit, as 1.5 coins; balance and resource print the bare number of coins in a pipe. In JSON, amounts are in units, as text: a coin is 10^18 units.",
    ],
    JSON: [
      "With --json, stdout holds exactly one JSON document. Integers of any size are exact. Commands that follow the chain print one document per line. An empty map may be written as [], as in the protocol. docs/schemas has a JSON Schema for every command.",
      "A command that fails prints nothing on stdout, except for checks and status, which print what they found. The error is a JSON document in the last line of stderr:",
      { code: ['{"error":{"code":"…","message":"…","details":{…},"advice":"…"}}'] },
      {
        terms: [
          ["code", "Stable code of the error, for scripts."],
          ["message", "What happened. Where the protocol prescribes a text, that text."],
          ["details", "Values that belong to the error, if any."],
          ["advice", "What to do about it, if known."],
        ],
      },
    ],
    Color: [
      "A stream has colors only when it is a terminal. --no-color and NO_COLOR disable them; CLICOLOR_FORCE=1 enables them in pipes too.",
    ],
  },
};

const PARAMETERS: HelpPage = {
  title: "chainnode parameters",
  summary: "notation for parameters of contracts and requests on the command line",
  sections: {
    Forms: [
      {
        terms: [
          ["name=value", "The string after the first equals sign."],
          ["name:=json", "Any JSON value: count:=5, full:=true, ids:='[1,2]'."],
          ["name=@file", "The content of a file as a string."],
          ["name:=@file", "The JSON value in a file."],
          ["@file", "A file with a JSON object: each member is a parameter."],
          ["-", "A JSON object on stdin: each member is a parameter."],
        ],
      },
      "A later parameter replaces an earlier one of the same name. JSON integers keep all their digits.",
    ],
    Addresses: [
      "Where a contract or request takes an address, name=value also takes the name of a key and passes the key's address: to=bob. The name default means the default key; node means the key of the node on the data directory. A value that is neither a name nor a valid address is refused. So is the zero address in a transaction.",
      "A parameter is an address when the record of the code defines it as a required string of at most 44 bytes and uses it as the key of a cell, hashes it, compares it with the sender or requires the form of an address. JSON is never replaced: to:='\"bob\"' is the string bob. With --raw, no parameter is.",
    ],
    Spaces: [
      "--cid names the space of a code: by its writer and name, as alice/art with the name of a key or an address, or by its cid. chainnode code list shows both.",
    ],
    Amounts: [
      "An amount is a decimal number of coins with up to 18 digits after the point: 1.5 is 1500000000000000000 units. With --raw, it is an integer number of units. Amounts are never rounded.",
    ],
  },
};

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

const networkTopic: HelpPage = {
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

export const TOPICS: ReadonlyMap<string, HelpPage> = new Map([
  ["config", CONFIG],
  ["environment", ENVIRONMENT],
  ["error", ERRORS],
  ["exit-codes", EXIT_CODE],
  ["lint", LINT],
  ["network", networkTopic],
  ["operators", OPERATORS],
  ["output", OUTPUT],
  ["parameters", PARAMETERS],
]);
