import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { messageOutcome } from "../src/cli/output/outcome.js";
import { option, type Command, type Context } from "../src/cli/command.js";
import type { Input } from "../src/cli/input/input.js";
import { createProgressBar } from "../src/cli/terminal/progress.js";
import type { SettingValue } from "../src/cli/config/settings.js";
import { appendDurably, PRIVATE_FILE } from "../src/base/files/durable.js";
import type { DataDirectory, DefineNetwork } from "../src/data/directory/data-directory.js";
import { createFile } from "../src/base/files/write-file.js";
import type { NetworkConstants } from "../src/records/network.js";
import { ADDRESS, INTEGER, objectOf, TEXT } from "../src/records/operations/json-schema.js";
import { presetOptionSpec } from "./options.js";
import * as errors from "./errors.js";

const NONCE_BYTES = 32;
/** No network of several machines has shorter times, µs. */
const SHORTEST_US = 20_000;
/** Fewer hosts are too easily of one hand. */
const LEAST_PEERS = 3;

export const command: Command = {
  summary: "create the data directory of a node",
  description: [
    "Writes the node's keys and the definition of its network into the data directory. Start the node with chainnode start.",
    "With --network, the node joins the network that the file defines; all nodes of a network have the same file. With --genesis, the node begins a new network at its first start: its key is the genesis address, and the file only gives the name and the constants. A network that no file defines has rules 2 (docs/protocol/16-rules-2.md) and a name of its own. In rules 2 a nonce that no file gives is drawn, and a difficulty that no file gives is measured on this machine. Give the network.toml that this command writes to the other nodes. With --snapshot, the node joins a network from a file that chainnode data snapshot wrote on another node, which also defines the network: it has no blocks up to there, and verifies all later ones. What it begins with is trusted by its hash, or because the nodes that --trust-peer names have signed it: their signatures lie beside the file. With --dev, the node has a private development chain, and the keystore holds the keys of its funded accounts, alice to judy, without passwords.",
  ],
  options: [
    option("--network <file>", "definition of the network (TOML)", "none: give --genesis or --dev"),
    option("--snapshot <file|url>", "begin with the state of a snapshot instead of block 1", "none"),
    option("--trust <hash>", "hash of the snapshot, from operators whom you trust", "none"),
    option(
      "--trust-peer <host>",
      `node that you trust and that vouches for the snapshot; give at least ${LEAST_PEERS}, of different operators`,
      { isRepeatable: true, default: "none" },
    ),
    option("--genesis", "begin a new network"),
    presetOptionSpec("contracts that the new network begins with"),
    option(
      "--rules <number>",
      "rules of the new network: 1 for one with nodes of SASEUL 2.1, 2 for one of chainnode alone",
      {
        choices: ["1", "2"],
        default: "those of the file, which are 1 unless it names others; 2 without a file",
      },
    ),
    option("--dev", "create a private chain for development"),
    option("--owner <address>", "address that receives the mining rewards", "the node's own address"),
  ],
  examples: [
    "# join a network",
    "chainnode init --network network.toml",
    "# begin a new network",
    "chainnode init --genesis --network network.toml --preset public",
    "# join it from a snapshot, without its first blocks",
    "chainnode init --snapshot chain.snapshot --trust 0af1… --data-dir ./chain",
    "chainnode init --snapshot https://example.org/chain.snapshot --trust-peer a.example.org:9900 --trust-peer b.example.org:9900 --trust-peer c.example.org:9900",
    "# create a development chain",
    "chainnode init --dev --data-dir ./chain",
  ],
  result: objectOf({ network: TEXT, rules: INTEGER, address: ADDRESS, owner: ADDRESS, data_dir: TEXT }),
  async run(context, input) {
    const directory = await context.workspace.directory();
    const owner = await ownerAddress(context, input);
    const snapshot = snapshotChoice(input);
    const begun =
      snapshot === null
        ? await init(directory, await networkChoice(input), owner)
        : await initFromSnapshot(context, directory, snapshot, { network: input.option("network"), owner });
    const { definition, identity } = begun;
    // The settings make the first start begin the network; they have no effect on a chain that is not empty.
    if (input.flag("genesis")) await writeGenesisSettings(directory, context, input);
    if (!input.flag("dev")) noteShortTimes(context, definition.constants);
    const { address } = identity.node;
    const network = definition.network_name;
    const { DEFAULT_RULES } = await import("../src/records/rules.js");
    const { rules = DEFAULT_RULES, constants } = definition;
    const named = rules === DEFAULT_RULES ? "" : `, a network of rules ${rules},`;
    const proposal = input.flag("genesis")
      ? `\nThe difficulty of the first resource blocks is ${constants.default_difficulty}. If more machines will mine, raise default_difficulty in network.toml before the first start.`
      : "";
    return messageOutcome(
      { network, rules: BigInt(rules), address, owner: identity.owner, data_dir: directory.path },
      `The node ${address} of ${network}${named} is ready in ${directory.path}${proposal}`,
    );
  },
};

/** A shorter interval is most likely meant in another unit, and cannot be changed after the first start. */
function noteShortTimes({ note }: Context, constants: NetworkConstants): void {
  for (const name of ["main_chain_interval", "resource_interval", "confirm_interval"] as const)
    if (constants[name] < SHORTEST_US)
      note(`${name} is ${constants[name]} µs: times in a definition are microseconds.`);
}

/** Makes the directory, of a development chain without a definition. */
async function init(directory: DataDirectory, define: DefineNetwork | null, owner: string | undefined) {
  if (define === null)
    return (await import("../src/data/dev-directory.js")).initDevDirectory(directory, { owner });
  const { initDataDirectory } = await import("../src/data/directory/data-directory.js");
  return initDataDirectory(directory, define, owner);
}

/** Throws `SNAPSHOT_TRUST`, and `NETWORK_CHOICE` for a new network, which has no snapshot. */
function snapshotChoice(input: Input): SnapshotChoice | null {
  const [file, hash, hosts] = [input.option("snapshot"), input.option("trust"), input.options("trust-peer")];
  if (file === undefined && hash === undefined && hosts.length === 0) return null;
  const isTrusted = hash === undefined ? new Set(hosts).size >= LEAST_PEERS : hosts.length === 0;
  if (file === undefined || !isTrusted) throw errors.snapshotTrust({ least: LEAST_PEERS });
  if (input.flag("genesis") || input.flag("dev")) throw errors.networkChoice();
  return { file, trust: hash ?? hosts };
}

interface SnapshotChoice {
  readonly file: string;
  /** Its hash, or the hosts that vouch for it. */
  readonly trust: string | readonly string[];
}

/** The hash that a snapshot is held against. Throws as `assertVouched` does. */
async function trustedHash({ file, trust }: SnapshotChoice, network: string | undefined): Promise<string> {
  if (typeof trust === "string") return trust;
  const { statedSnapshot } = await import("../src/data/snapshot/import-snapshot.js");
  const { assertVouched } = await import("../src/data/snapshot/vouchers.js");
  const { readNetworkFile } = await import("../src/data/directory/network-file.js");
  const stated = await statedSnapshot(file);
  const definition = network === undefined ? stated.definition : await readNetworkFile(network);
  await assertVouched({ file, hash: stated.hash, definition }, trust);
  return stated.hash;
}

async function initFromSnapshot(
  context: Context,
  directory: DataDirectory,
  chosen: SnapshotChoice,
  { network, owner }: { readonly network: string | undefined; readonly owner: string | undefined },
) {
  const { initDataDirectory } = await import("../src/data/directory/data-directory.js");
  const { readNetworkFile } = await import("../src/data/directory/network-file.js");
  const { importSnapshot, networkOfSnapshot } = await import("../src/data/snapshot/import-snapshot.js");
  const snapshot = { file: chosen.file, hash: await trustedHash(chosen, network) };
  const bar = createProgressBar(context, "Importing");
  const signal = context.terminal.interruption();
  const onLine = (share: number): void => {
    signal.throwIfAborted();
    bar.show(share, 1);
  };
  try {
    return await initDataDirectory(
      directory,
      () => (network === undefined ? networkOfSnapshot(snapshot) : readNetworkFile(network)),
      owner,
      (definition) => importSnapshot(directory, snapshot, { definition, nowUs: Date.now() * 1000, onLine }),
    );
  } finally {
    bar.clear();
  }
}

/** The network: one to join, or one that this node begins; null for a development chain. */
async function networkChoice(input: Input): Promise<DefineNetwork | null> {
  const file = input.option("network");
  const isGenesis = input.flag("genesis");
  if (input.option("preset") !== undefined && !isGenesis) throw errors.presetOption();
  const rulesText = input.option("rules");
  if (rulesText !== undefined && !isGenesis) throw errors.rulesOption();
  if (input.flag("dev") === (isGenesis || file !== undefined)) throw errors.networkChoice();
  if (input.flag("dev")) return null;
  const { foundNetworkOf, readNetworkFile, readNetworkTemplate } =
    await import("../src/data/directory/network-file.js");
  const { readRules } = await import("../src/records/network-reader.js");
  const { measureDifficulty } = await import("../src/consensus/miner/measure-difficulty.js");
  const chosen = {
    rules: rulesText === undefined ? undefined : readRules(Number(rulesText)),
    drawNonce: () => randomBytes(NONCE_BYTES).toString("hex"),
    measureDifficulty: (intervalUs: number) => measureDifficulty(intervalUs, () => performance.now()),
  };
  if (file === undefined) return ({ node }) => foundNetworkOf(node.address, chosen);
  return isGenesis
    ? ({ node }) => readNetworkTemplate(file, node.address, chosen)
    : () => readNetworkFile(file);
}

async function writeGenesisSettings(
  { settingsFile }: DataDirectory,
  { settings }: Context,
  input: Input,
): Promise<void> {
  const preset = input.option("preset") ?? settings.text("preset");
  if (existsSync(settingsFile)) {
    // The last line may lack its end.
    await appendDurably(settingsFile, `\ngenesis = true\npreset = "${preset}"\n`);
    return;
  }
  const { settingsFileText } = await import("../src/cli/config/settings-file.js");
  const values = new Map<string, SettingValue>([
    ["genesis", true],
    ["preset", preset],
  ]);
  await createFile(settingsFile, settingsFileText(values), { mode: PRIVATE_FILE });
}

async function ownerAddress(context: Context, input: Input): Promise<string | undefined> {
  const owner = input.option("owner");
  if (owner === undefined) return undefined;
  const { resolveAddress } = await import("./keys.js");
  return resolveAddress(context, owner);
}
