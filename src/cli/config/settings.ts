/**
 * The kinds of settings. A setting has one name, from which its flag, its key in chainnode.toml and its environment
 * variable follow. A command offers the flags of its groups; the file and the environment may hold all settings.
 */
export type SettingKind = "text" | "integer" | "flag" | "list" | "levels";
export type SettingValue = string | bigint | boolean | readonly string[];
/** `global`: every command has it. `node`: the commands that run a node have it. */
export type SettingGroup = "global" | "node";

export interface Setting {
  readonly name: string;
  readonly group: SettingGroup;
  readonly kind: SettingKind;
  /** The placeholder of the value in help, without brackets. A flag has none. */
  readonly placeholder?: string;
  readonly choices?: readonly string[];
  /** Of an integer; its minimum is 0. */
  readonly maximum?: bigint;
  readonly default?: SettingValue;
  /** One sentence without its full stop. */
  readonly description: string;
}

const MAX_PORT = 65_535n;

export const DATA_DIR = "data-dir";
export const CONFIG = "config";

export const SETTINGS: readonly Setting[] = [
  {
    name: DATA_DIR,
    group: "global",
    kind: "text",
    placeholder: "dir",
    description: "where keys, configuration and chains are kept",
  },
  {
    name: CONFIG,
    group: "global",
    kind: "text",
    placeholder: "file",
    description: "the configuration file, instead of chainnode.toml in the data directory",
  },
  {
    name: "rpc",
    group: "global",
    kind: "text",
    placeholder: "url",
    default: "http://127.0.0.1:9900",
    description: "the node to talk to; when it is not said, first that of the data directory",
  },
  {
    name: "json",
    group: "global",
    kind: "flag",
    default: false,
    description: "print exactly one JSON document on stdout",
  },
  {
    name: "quiet",
    group: "global",
    kind: "flag",
    default: false,
    description: "say nothing beside the result",
  },
  {
    name: "no-color",
    group: "global",
    kind: "flag",
    default: false,
    description: "no colours, whatever the terminal can do",
  },
  {
    name: "log-level",
    group: "global",
    kind: "levels",
    placeholder: "level",
    default: "info",
    description:
      "how much is logged on stderr: error, warn, info, debug or trace; of one module as in info,peers=debug",
  },
  {
    name: "log-format",
    group: "node",
    kind: "text",
    placeholder: "format",
    choices: ["json", "pretty"],
    description: "how a node's log is written; pretty on a terminal, else json, when left out",
  },
  {
    name: "host",
    group: "node",
    kind: "text",
    placeholder: "address",
    default: "127.0.0.1",
    description: "the address to listen on",
  },
  {
    name: "port",
    group: "node",
    kind: "integer",
    placeholder: "port",
    maximum: MAX_PORT,
    default: 9900n,
    description: "the port to listen on",
  },
  {
    name: "http-port",
    group: "node",
    kind: "integer",
    placeholder: "port",
    maximum: MAX_PORT,
    description: "a port for plain HTTP beside HTTPS",
  },
  {
    name: "tls-cert",
    group: "node",
    kind: "text",
    placeholder: "file",
    description: "the certificate chain (PEM); with --tls-key, --port serves HTTPS",
  },
  {
    name: "tls-key",
    group: "node",
    kind: "text",
    placeholder: "file",
    description: "the certificate's private key (PEM)",
  },
  {
    name: "ops-host",
    group: "node",
    kind: "text",
    placeholder: "address",
    default: "127.0.0.1",
    description: "the address for health checks and metrics",
  },
  {
    name: "ops-port",
    group: "node",
    kind: "text",
    placeholder: "port",
    description: "the port for health checks and metrics, or off (default: the port after --port)",
  },
  {
    name: "rate-limit",
    group: "node",
    kind: "integer",
    placeholder: "requests",
    default: 500n,
    description: "requests a second that one address may make, 0 for any number; loopback is not limited",
  },
  {
    name: "pool-transactions",
    group: "node",
    kind: "integer",
    placeholder: "count",
    default: 16_384n,
    description: "transactions that may wait for a block",
  },
  {
    name: "pool-bytes",
    group: "node",
    kind: "integer",
    placeholder: "bytes",
    default: 67_108_864n,
    description: "bytes that they may have together",
  },
  {
    name: "genesis",
    group: "node",
    kind: "flag",
    default: false,
    description: "begin the network, on a chain that is empty, when this node is its genesis address",
  },
  {
    name: "preset",
    group: "node",
    kind: "text",
    placeholder: "name",
    choices: ["classic", "public", "dev"],
    default: "classic",
    description: "the contracts that a network begins with",
  },
  {
    name: "mine",
    group: "node",
    kind: "flag",
    default: false,
    description: "mine resource blocks",
  },
  {
    name: "mining-threads",
    group: "node",
    kind: "integer",
    placeholder: "count",
    default: 1n,
    description: "threads that mine",
  },
  {
    name: "mining-duty",
    group: "node",
    kind: "integer",
    placeholder: "percent",
    default: 100n,
    description: "share of its time that a mining thread works",
  },
  {
    name: "peer",
    group: "node",
    kind: "list",
    placeholder: "host:port",
    default: [],
    description: "a peer to know from the start; may be repeated",
  },
  {
    name: "public-host",
    group: "node",
    kind: "text",
    placeholder: "host:port",
    description:
      "where others reach this node; its peers are asked to know it. Without it the node only asks them",
  },
  {
    name: "allow-private-peers",
    group: "node",
    kind: "flag",
    default: false,
    description: "accept peers at private addresses, for a private network",
  },
];

/** `data-dir` → `CHAINNODE_DATA_DIR`. */
export function settingToVariable(name: string): string {
  return `CHAINNODE_${name.toUpperCase().replaceAll("-", "_")}`;
}

export function settingsOf(group: SettingGroup): readonly Setting[] {
  return SETTINGS.filter((setting) => setting.group === group);
}
