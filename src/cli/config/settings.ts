/**
 * The kinds of settings. A setting has one name, from which its flag, its key in chainnode.toml and its environment
 * variable follow. A command offers the flags of its groups; the file and the environment may hold all settings.
 */
export type SettingKind = "text" | "integer" | "flag" | "list" | "levels";
export type SettingValue = string | bigint | boolean | readonly string[];
type SettingGroup = "global" | "server" | "node";

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
  /** The default as help shows it, when it is more than the value. */
  readonly defaultText?: string;
  /** One sentence without its full stop. */
  readonly description: string;
}

type SettingSpec = Omit<Setting, "group">;

const MAX_PORT = 65_535n;

export const DATA_DIR = "data-dir";
export const CONFIG = "config";

/** The settings that every command has as flags. */
const GLOBAL_SETTINGS: readonly SettingSpec[] = [
  {
    name: DATA_DIR,
    kind: "text",
    placeholder: "dir",
    defaultText: "$CHAINNODE_HOME, otherwise chainnode in $XDG_DATA_HOME",
    description: "data directory: keys, configuration and chains",
  },
  {
    name: CONFIG,
    kind: "text",
    placeholder: "file",
    defaultText: "chainnode.toml in the data directory",
    description: "configuration file",
  },
  {
    name: "rpc",
    kind: "text",
    placeholder: "url",
    default: "http://127.0.0.1:9900",
    defaultText: "the node of the data directory, otherwise http://127.0.0.1:9900",
    description: "node URL",
  },
  {
    name: "json",
    kind: "flag",
    description: "print exactly one JSON document on stdout",
  },
  {
    name: "full",
    kind: "flag",
    description: "print hashes in full, also on a terminal",
  },
  {
    name: "quiet",
    kind: "flag",
    description: "print only the result",
  },
  {
    name: "no-color",
    kind: "flag",
    description: "disable colors",
  },
  {
    name: "log-level",
    kind: "levels",
    placeholder: "level",
    default: "info",
    description:
      "log level on stderr: error, warn, info, debug or trace; with levels for single modules: info,peers=debug",
  },
  {
    name: "sqlite-driver",
    kind: "text",
    placeholder: "driver",
    choices: ["sqlite3", "node"],
    defaultText: "sqlite3, otherwise that of Node.js",
    description: "binding of SQLite",
  },
];

/** The settings that the commands that run a server have as flags. */
const SERVER_SETTINGS: readonly SettingSpec[] = [
  {
    name: "log-format",
    kind: "text",
    placeholder: "format",
    choices: ["json", "pretty"],
    defaultText: "pretty on a terminal, otherwise json",
    description: "format of the node's log",
  },
  {
    name: "host",
    kind: "text",
    placeholder: "address",
    default: "127.0.0.1",
    description: "address to listen on",
  },
  {
    name: "port",
    kind: "integer",
    placeholder: "port",
    maximum: MAX_PORT,
    default: 9900n,
    description: "port to listen on",
  },
  {
    name: "http-port",
    kind: "integer",
    placeholder: "port",
    maximum: MAX_PORT,
    defaultText: "none",
    description: "additional port for plain HTTP when --port serves HTTPS",
  },
  {
    name: "tls-cert",
    kind: "text",
    placeholder: "file",
    defaultText: "none: --port serves HTTP",
    description: "certificate chain (PEM); together with --tls-key, --port serves HTTPS",
  },
  {
    name: "tls-key",
    kind: "text",
    placeholder: "file",
    defaultText: "none",
    description: "private key of the certificate (PEM)",
  },
  {
    name: "ops-host",
    kind: "text",
    placeholder: "address",
    default: "127.0.0.1",
    description: "address for health checks and metrics",
  },
  {
    name: "ops-port",
    kind: "text",
    placeholder: "port",
    defaultText: "the port after --port",
    description: "port for health checks and metrics, or off",
  },
  {
    name: "explorer",
    kind: "text",
    placeholder: "port",
    choices: ["public", "ops", "off"],
    defaultText: "public with --dev, otherwise off",
    description:
      "serve the explorer, a web page, at /explorer of --port (public) or --ops-port (ops), or not at all",
  },
  {
    name: "rate-limit",
    kind: "integer",
    placeholder: "requests",
    default: 500n,
    description:
      "requests per second that one address may make; 0 means no limit, and loopback is never limited",
  },
];

/** The settings that only the commands that run a node have as flags, beside those of a server. */
const NODE_SETTINGS: readonly SettingSpec[] = [
  {
    name: "pool-transactions",
    kind: "integer",
    placeholder: "count",
    default: 16_384n,
    description: "maximum number of transactions in the pool",
  },
  {
    name: "pool-bytes",
    kind: "integer",
    placeholder: "bytes",
    default: 67_108_864n,
    description: "maximum size of the pool in bytes",
  },
  {
    name: "genesis",
    kind: "flag",
    description: "begin the network when the chain is empty and this node is the genesis address",
  },
  {
    name: "preset",
    kind: "text",
    placeholder: "name",
    choices: ["classic", "public", "dev"],
    default: "classic",
    description: "contracts that the network begins with",
  },
  {
    name: "mine",
    kind: "flag",
    description: "mine resource blocks",
  },
  {
    name: "mining-threads",
    kind: "integer",
    placeholder: "count",
    default: 1n,
    description: "number of mining threads",
  },
  {
    name: "mining-duty",
    kind: "integer",
    placeholder: "percent",
    default: 100n,
    description: "percentage of the time that each mining thread works, from 1 to 100",
  },
  {
    name: "peer",
    kind: "list",
    placeholder: "host:port",
    default: [],
    description: "peer to connect to at the start; may be repeated",
  },
  {
    name: "public-host",
    kind: "text",
    placeholder: "host:port",
    defaultText: "none: the node asks its peers, and they do not ask it",
    description: "host and port where other nodes reach this node",
  },
  {
    name: "allow-private-peers",
    kind: "flag",
    description: "accept peers at private IP addresses, as in a private network",
  },
  {
    name: "postgres",
    kind: "text",
    placeholder: "url",
    defaultText: "none",
    description:
      "PostgreSQL database into which the node copies its chains, or several of its servers, separated by commas; without a password",
  },
  {
    name: "postgres-password-file",
    kind: "text",
    placeholder: "file",
    defaultText: "PGPASSWORD, otherwise ~/.pgpass",
    description: "file with the password of that database",
  },
];

export const SETTINGS: readonly Setting[] = [
  ...inGroup("global", GLOBAL_SETTINGS),
  ...inGroup("server", SERVER_SETTINGS),
  ...inGroup("node", NODE_SETTINGS),
];

/** A flag is off by default. */
function inGroup(group: SettingGroup, settings: readonly SettingSpec[]): readonly Setting[] {
  return settings.map((setting) => ({
    ...(setting.kind === "flag" ? { default: false } : {}),
    ...setting,
    group,
  }));
}

/** `data-dir` → `CHAINNODE_DATA_DIR`. */
export function settingToVariable(name: string): string {
  return `CHAINNODE_${name.toUpperCase().replaceAll("-", "_")}`;
}

export function settingsOf(group: SettingGroup): readonly Setting[] {
  return SETTINGS.filter((setting) => setting.group === group);
}
