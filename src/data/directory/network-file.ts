import { readFile } from "node:fs/promises";
import { parse } from "smol-toml";
import { fileText } from "../../codec/file-text.js";
import { refusedFile } from "../../codec/file-error.js";
import { DEFAULT_RULES, RULE_SETS, type RulesNumber } from "../../records/rules.js";
import { tomlPlace, tomlReason, tomlText } from "../../codec/toml-text.js";
import { readNetworkDefinition, readRules } from "../../records/network-reader.js";
import { DEFAULT_CONSTANTS, PUBLIC_NETWORK, type NetworkDefinition } from "../../records/network.js";
import { createFile } from "../../base/files/write-file.js";
import * as errors from "./errors.js";

/** Characters of the genesis address in the default name of a new network. */
const NAME_TAIL = 8;

const HEADING = "The definition of a network. All its nodes have the same file.";

/** The note in which a copy of a chain holds the definition of its network. */
export const DEFINITION_NOTE = "definition";

/** Reads the network definition, a TOML file (PROTOCOL 4.1, 4.2). */
export async function readNetworkFile(file: string): Promise<NetworkDefinition> {
  return readNetworkDefinition(await readToml(file));
}

/** What a new network of rules 2 begins with. */
interface Chosen {
  /** The rules; where a template names rules, they must be the same. */
  readonly rules?: RulesNumber | undefined;
  /** Draws the nonce that no file gives. */
  readonly drawNonce: () => string;
  readonly measureDifficulty: (resourceIntervalUs: number) => Promise<bigint>;
}

/**
 * Reads a file as the template of a new network: all but the genesis address, which is given and is the only manager
 * when the file names none. In rules 2 the nonce may be missing, too, a missing difficulty is measured, and the table of
 * costs is the second one (PROTOCOL 16.9). Throws `RULES_DIFFER` when the file names other rules than those chosen.
 */
export async function readNetworkTemplate(
  file: string,
  genesisAddress: string,
  { rules, drawNonce, measureDifficulty }: Chosen,
): Promise<NetworkDefinition> {
  const given: Readonly<Record<string, unknown>> = { ...(await readToml(file)) };
  const inFile = given["rules"] === undefined ? rules : readRules(given["rules"]);
  if (rules !== undefined && inFile !== rules) throw errors.rulesDiffer({ rules, file });
  const { beginsByChance } = RULE_SETS[inFile ?? DEFAULT_RULES];
  const isDrawn = beginsByChance && given["system_nonce"] === undefined;
  // The definition that this node once began a network with keeps its text and its key.
  const isNew = beginsByChance && given["genesis_address"] !== genesisAddress;
  const network = readNetworkDefinition({
    manager_addresses: [genesisAddress],
    ...given,
    ...(isDrawn ? { system_nonce: drawNonce() } : {}),
    ...(isNew ? { constants: withNewConstants(given["constants"]) } : {}),
    ...(inFile === undefined ? {} : { rules: inFile }),
    genesis_address: genesisAddress,
  });
  const { default_difficulty } = Object(given["constants"]) as Readonly<Record<string, unknown>>;
  return beginsByChance && default_difficulty === undefined
    ? withMeasuredDifficulty(network, measureDifficulty)
    : network;
}

/** Defines a new network with the public one's constants (PROTOCOL 4.2) and a name from the genesis address. */
export function foundNetwork(genesisAddress: string): NetworkDefinition {
  return {
    network_name: `CHAINNODE NETWORK ${genesisAddress.slice(0, NAME_TAIL)}`,
    system_nonce: PUBLIC_NETWORK.system_nonce,
    genesis_address: genesisAddress,
    manager_addresses: [genesisAddress],
    peers: [],
    constants: DEFAULT_CONSTANTS,
  };
}

/** Like `foundNetwork`, with the nonce and the difficulty that the chosen rules begin with. */
export async function foundNetworkOf(
  genesisAddress: string,
  { rules = NEW_RULES, drawNonce, measureDifficulty }: Chosen,
): Promise<NetworkDefinition> {
  const network = foundNetwork(genesisAddress);
  if (!RULE_SETS[rules].beginsByChance) return network;
  const constants = { ...network.constants, ...NEW_CONSTANTS };
  const drawn = readNetworkDefinition({ ...network, constants, rules, system_nonce: drawNonce() });
  return withMeasuredDifficulty(drawn, measureDifficulty);
}

/** Adds what a template does not say. What is no table stays, for the reader to refuse. */
function withNewConstants(constants: unknown): unknown {
  if (constants !== undefined && (typeof constants !== "object" || Array.isArray(constants)))
    return constants;
  return { ...NEW_CONSTANTS, ...constants };
}

async function withMeasuredDifficulty(
  { constants, ...network }: NetworkDefinition,
  measureDifficulty: Chosen["measureDifficulty"],
): Promise<NetworkDefinition> {
  const default_difficulty = await measureDifficulty(constants.resource_interval);
  return { ...network, constants: { ...constants, default_difficulty } };
}

/** Constants of new networks of rules 2, without which a definition keeps its earlier meaning (PROTOCOL 16.9). */
const NEW_CONSTANTS = { cost_table: 2 } as const;

/** The rules of a new network that no file defines (PROTOCOL 16). */
const NEW_RULES: RulesNumber = 2;

async function readToml(file: string): Promise<object> {
  return parseToml(fileText(await readFile(file).catch(refusedFile(file)), file), file);
}

/** Reads the text of a network definition. @param place where it stands, for the error. */
export function readNetworkText(text: string, place: string): NetworkDefinition {
  return readNetworkDefinition(parseToml(text, place));
}

function parseToml(text: string, file: string): object {
  try {
    return parse(text, { integersAsBigInt: "asNeeded" });
  } catch (cause) {
    throw errors.networkFile({ reason: tomlReason(cause), file, ...tomlPlace(text, cause) }, { cause });
  }
}

/** Writes a definition with all constants: a default may change in a later version, the network must not. */
export async function writeNetworkFile(file: string, definition: NetworkDefinition): Promise<void> {
  await createFile(file, networkToToml(definition));
}

export function networkToToml(definition: NetworkDefinition, heading = HEADING): string {
  const { constants, checkpoint, ...top } = definition;
  return [
    `# ${heading}`,
    ...Object.entries(top).map(toLine),
    "",
    "# Times in microseconds, amounts as decimal text.",
    "[constants]",
    ...Object.entries(constants).map(toLine),
    "",
    ...(checkpoint === undefined ? [] : ["[checkpoint]", ...Object.entries(checkpoint).map(toLine), ""]),
  ].join("\n");
}

function toLine([key, value]: readonly [string, string | number | bigint | readonly string[]]): string {
  return `${key} = ${typeof value === "number" ? String(value) : tomlText(typeof value === "bigint" ? value.toString() : value)}`;
}
