import type { Command, CommandTree } from "../src/cli/command.js";

/**
 * Every command by its words, which are its path in this directory, or the name of a group's file and the verb. Each file
 * is loaded on demand.
 */
export const commands: CommandTree = {
  commands: new Map([
    ["balance", () => import("./balance.js")],
    ...verbs(
      "block",
      ["count", "get", "list", "watch"],
      async () => (await import("./block.js")).blockCommands,
    ),
    ["broadcast", () => import("./broadcast.js")],
    ["code call", () => import("./code/call.js")],
    ["code check", () => import("./code/check.js")],
    ["code count", () => import("./code/count.js")],
    ["code eval", () => import("./code/eval.js")],
    ["code fuzz", () => import("./code/fuzz.js")],
    ["code get", () => import("./code/get.js")],
    ["code list", () => import("./code/list.js")],
    ["code new", () => import("./code/new.js")],
    ["code publish", () => import("./code/publish.js")],
    ["code register", () => import("./code/register.js")],
    ["code replay", () => import("./code/replay.js")],
    ["code source", () => import("./code/source.js")],
    ["code test", () => import("./code/test.js")],
    ["code trace", () => import("./code/trace.js")],
    ["completion", () => import("./completion.js")],
    ["completion install", () => import("./completion/install.js")],
    ["config init", () => import("./config/init.js")],
    ["config show", () => import("./config/show.js")],
    ["data backup", () => import("./data/backup.js")],
    ["data check", () => import("./data/check.js")],
    ["data export", () => import("./data/export.js")],
    ["data import", () => import("./data/import.js")],
    ["data reindex", () => import("./data/reindex.js")],
    ["data reset", () => import("./data/reset.js")],
    ["data rewind", () => import("./data/rewind.js")],
    ["doctor", () => import("./doctor.js")],
    ["explorer", () => import("./explorer.js")],
    ["genesis", () => import("./genesis.js")],
    ...verbs(
      "hash",
      ["address", "id", "merkle", "short", "space", "state-key", "time", "value"],
      async () => (await import("./hash.js")).hashCommands,
    ),
    ["info", () => import("./info.js")],
    ["init", () => import("./init.js")],
    ...verbs(
      "key",
      ["default", "export", "import", "list", "new", "passwd", "remove", "show"],
      async () => (await import("./key.js")).keyCommands,
    ),
    ["man", () => import("./man.js")],
    ...verbs("mining", ["start", "status", "stop"], async () => (await import("./mining.js")).miningCommands),
    ["peer check", () => import("./peer/check.js")],
    ["peer list", () => import("./peer/list.js")],
    ...verbs(
      "peer",
      ["add", "ban", "register", "remove", "unban"],
      async () => (await import("./peer.js")).peerCommands,
    ),
    ["ping", () => import("./ping.js")],
    ["refine", () => import("./refine.js")],
    ["repl", () => import("./repl.js")],
    ["request", () => import("./request.js")],
    ["resource", () => import("./resource.js")],
    ["round", () => import("./round.js")],
    ["send", () => import("./send.js")],
    ["service print", () => import("./service/print.js")],
    ["start", () => import("./start.js")],
    ["state get", () => import("./state/get.js")],
    ["status", () => import("./status.js")],
    ["stop", () => import("./stop.js")],
    ...verbs(
      "tx",
      ["count", "get", "list", "send", "sign", "wait", "weight"],
      async () => (await import("./tx.js")).txCommands,
    ),
  ]),
  groups: new Map([
    ["block", "show blocks of the main chain and the resource chain"],
    ["code", "check, register, call and trace contracts and requests"],
    ["completion", "print or install the shell completion script"],
    ["config", "show settings and write chainnode.toml"],
    ["data", "import, export, check, rewind and back up the chains of the data directory"],
    ["hash", "compute hashes and identifiers of the protocol"],
    ["key", "manage the encrypted keys of the data directory"],
    ["mining", "control mining on the running node"],
    ["peer", "manage the peers of the running node"],
    ["service", "run the node under a service manager"],
    ["state", "read cells of contracts"],
    ["tx", "sign, send, find and wait for transactions"],
  ]),
  chapters: new Map([
    [
      "Run a node",
      ["init", "start", "service", "genesis", "status", "stop", "mining", "peer", "data", "config", "doctor"],
    ],
    ["Keys and transactions", ["key", "send", "refine", "tx"]],
    [
      "Query a node",
      ["balance", "resource", "state", "block", "request", "info", "ping", "round", "broadcast", "explorer"],
    ],
    ["Contracts", ["code", "repl"]],
    ["Tools", ["hash", "man", "completion"]],
  ]),
  loadErrors: async () => (await import("./error-catalogue.js")).ERRORS,
};

/** The commands of a group whose verbs share a file. */
function verbs<Verb extends string>(
  group: string,
  names: readonly Verb[],
  load: () => Promise<Readonly<Record<Verb, Command>>>,
): readonly (readonly [path: string, load: () => Promise<{ readonly command: Command }>])[] {
  return names.map((name) => [`${group} ${name}`, async () => ({ command: (await load())[name] })]);
}
