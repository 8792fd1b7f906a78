import { resolve } from "node:path";

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
  /** Of an integer; without a minimum it is 0. */
  readonly minimum?: bigint;
  readonly maximum?: bigint;
  readonly default?: SettingValue;
  /** The default as help shows it, when it is more than the value. */
  readonly defaultText?: string;
  /** One sentence without its full stop. */
  readonly description: string;
}

type SettingSpec = Omit<Setting, "group">;
type FurtherMembers = Partial<Omit<SettingSpec, "name" | "kind" | "placeholder" | "description">>;

/** Returns `text("host <address>", "address to listen on")` and its like: a name, and the placeholder of a value. */
function settingOf(kind: SettingKind, standard: FurtherMembers = {}) {
  return (form: string, description: string, further: FurtherMembers = {}): SettingSpec => {
    const [name = "", value] = form.split(" ");
    const placeholder = value === undefined ? {} : { placeholder: value.slice(1, -1) };
    return { name, kind, ...placeholder, ...standard, ...further, description };
  };
}

const text = settingOf("text");
const integer = settingOf("integer");
const levels = settingOf("levels");
const flag = settingOf("flag", { default: false });
const list = settingOf("list", { default: [] });

const MAX_PORT = 65_535n;

export const DATA_DIR = "data-dir";
export const CONFIG = "config";
const POSTGRES = "postgres";

const GLOBAL_SETTINGS: readonly SettingSpec[] = [
  text(`${DATA_DIR} <dir>`, "data directory: keys, configuration and chains", {
    defaultText: "$CHAINNODE_HOME, otherwise chainnode in $XDG_DATA_HOME",
  }),
  text(`${CONFIG} <file>`, "configuration file", { defaultText: "chainnode.toml in the data directory" }),
  text("rpc <url>", "node URL", {
    default: "http://127.0.0.1:9900",
    defaultText: "the node of the data directory, otherwise http://127.0.0.1:9900",
  }),
  flag("json", "print exactly one JSON document on stdout"),
  flag("full", "print hashes and values in full, also on a terminal"),
  flag("quiet", "print only the result"),
  flag("no-color", "disable colors"),
  levels(
    "log-level <level>",
    "log level on stderr: error, warn, info, debug or trace; with levels for single modules: info,peers=debug",
    { default: "info" },
  ),
  text("sqlite-driver <driver>", "binding of SQLite", {
    choices: ["sqlite3", "node"],
    defaultText: "sqlite3, otherwise that of Node.js",
  }),
];

const SERVER_SETTINGS: readonly SettingSpec[] = [
  text("log-format <format>", "format of the node's log", {
    choices: ["json", "pretty"],
    defaultText: "pretty on a terminal, otherwise json",
  }),
  text("host <address>", "address to listen on, or unix: and the path of a socket", { default: "127.0.0.1" }),
  integer("port <port>", "port to listen on", { maximum: MAX_PORT, default: 9900n }),
  integer("http-port <port>", "additional port for plain HTTP when --port serves HTTPS", {
    maximum: MAX_PORT,
    defaultText: "none",
  }),
  text("tls-cert <file>", "certificate chain (PEM); together with --tls-key, --port serves HTTPS", {
    defaultText: "none: --port serves HTTP",
  }),
  text("tls-key <file>", "private key of the certificate (PEM)", { defaultText: "none" }),
  text("ops-host <address>", "address for health checks and metrics", { default: "127.0.0.1" }),
  text("ops-port <port>", "port for health checks and metrics, or off", {
    defaultText: "the port after --port",
  }),
  text(
    "explorer <port>",
    "serve the explorer, a web page, at /explorer of --port (public) or --ops-port (ops), or not at all",
    { choices: ["public", "ops", "off"], defaultText: "public with --dev, otherwise off" },
  ),
  integer("connections <count>", "maximum number of connections from clients", {
    minimum: 1n,
    maximum: 1_000_000n,
    default: 1000n,
  }),
  list(
    "trusted-proxy <address>",
    "address or network of a proxy whose word counts for who makes a request; may be repeated (docs/network.md)",
  ),
  text("proxy-header <name>", "header in which trusted proxies name the caller", {
    choices: ["X-Forwarded-For", "Forwarded"],
    default: "X-Forwarded-For",
  }),
  flag(
    "proxy-protocol",
    "trusted proxies name the caller by the PROXY protocol, version 1 or 2, and in no header",
  ),
  integer(
    "rate-limit <requests>",
    "requests per second that one caller may make; 0 means no limit, and loopback is never limited",
    { default: 500n },
  ),
];

/** The settings that only the commands that run a node have as flags, beside those of a server. */
const NODE_SETTINGS: readonly SettingSpec[] = [
  text(
    "signer <url>",
    "signer that holds the validator's key: unix: and the path of its socket, or tls://host:port",
    {
      defaultText: "none: identity.json holds the key",
    },
  ),
  text("signer-cert <file>", "certificate that the node shows to the signer (PEM)", { defaultText: "none" }),
  text("signer-key <file>", "private key of that certificate (PEM)", { defaultText: "none" }),
  text("signer-ca <file>", "certificate of the signer, or of the authority that signed it (PEM)", {
    defaultText: "none",
  }),
  integer("pool-transactions <count>", "maximum number of transactions in the pool", { default: 16_384n }),
  integer("pool-bytes <bytes>", "maximum size of the pool in bytes", { default: 67_108_864n }),
  flag("genesis", "begin the network when the chain is empty and this node is the genesis address"),
  text("preset <name>", "contracts that the network begins with", {
    choices: ["classic", "public", "dev"],
    default: "classic",
  }),
  flag("mine", "mine resource blocks"),
  integer("mining-threads <count>", "number of mining threads", { default: 1n }),
  integer("mining-duty <percent>", "percentage of the time that each mining thread works, from 1 to 100", {
    default: 100n,
  }),
  text("keep <what>", "main blocks that stay whole: all, blocks=N or days=D (docs/pruning.md)", {
    default: "all",
  }),
  list("peer <host:port>", "peer to connect to at the start; may be repeated"),
  text("public-host <host:port>", "host and port where other nodes reach this node", {
    defaultText: "none: the node asks its peers, and they do not ask it",
  }),
  flag("allow-private-peers", "accept peers at private IP addresses, as in a private network"),
  text(
    `${POSTGRES} <url>`,
    "PostgreSQL database into which the node copies its chains, or several of its servers, separated by commas; without a password",
    { defaultText: "none" },
  ),
  text("postgres-password-file <file>", "file with the password of that database", {
    defaultText: "PGPASSWORD, otherwise ~/.pgpass",
  }),
];

export const SETTINGS: readonly Setting[] = [
  ...inGroup("global", GLOBAL_SETTINGS),
  ...inGroup("server", SERVER_SETTINGS),
  ...inGroup("node", NODE_SETTINGS),
];

function inGroup(group: SettingGroup, settings: readonly SettingSpec[]): readonly Setting[] {
  return settings.map((setting) => ({ ...setting, group }));
}

export function isPath({ placeholder }: Setting): boolean {
  return placeholder === "file" || placeholder === "dir";
}

const FILES_IN_URL = /(?<=[?&](?:sslrootcert|sslcert|sslkey)=)[^&,]+/g;

/** A value whose paths are relative to a directory, with absolute ones; also those in the address of a database. */
export function withAbsolutePaths(setting: Setting, value: SettingValue, directory = "."): SettingValue {
  if (typeof value !== "string") return value;
  if (isPath(setting)) return resolve(directory, value);
  if (setting.name !== POSTGRES) return value;
  return value.replace(FILES_IN_URL, (given) => {
    const path = new URLSearchParams(`path=${given}`).get("path") ?? given;
    return resolve(directory, path).split("/").map(encodeURIComponent).join("/");
  });
}

/** `data-dir` → `CHAINNODE_DATA_DIR`. */
export function settingToVariable(name: string): string {
  return `CHAINNODE_${name.toUpperCase().replaceAll("-", "_")}`;
}

export function settingsOf(group: SettingGroup): readonly Setting[] {
  return SETTINGS.filter((setting) => setting.group === group);
}
