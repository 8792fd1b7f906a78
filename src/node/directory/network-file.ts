import { readFile, writeFile } from "node:fs/promises";
import { parse } from "smol-toml";
import { type ChainError, messageOf } from "../../codec/chain-error.js";
import { fileError } from "../../codec/file-error.js";
import { readNetworkDefinition } from "../../records/network-reader.js";
import { DEFAULT_CONSTANTS, PUBLIC_NETWORK, type NetworkDefinition } from "../../records/network.js";
import * as errors from "../errors.js";

/** Characters of the genesis address in the default name of a new network. */
const NAME_TAIL = 8;

const HEADING = "The definition of a network. All its nodes have the same file.";

/** Reads the network definition, a TOML file (PROTOCOL 4.1, 4.2). */
export async function readNetworkFile(file: string): Promise<NetworkDefinition> {
  return readNetworkDefinition(await readToml(file));
}

/**
 * Reads a file as the template of a new network: all but the genesis address, which is given and is the only manager
 * when the file names none.
 */
export async function readNetworkTemplate(file: string, genesisAddress: string): Promise<NetworkDefinition> {
  const template = { manager_addresses: [genesisAddress], ...(await readToml(file)) };
  return readNetworkDefinition({ ...template, genesis_address: genesisAddress });
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

async function readToml(file: string): Promise<object> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    throw fileError(cause, file) ?? cause;
  }
  try {
    return parse(text, { integersAsBigInt: "asNeeded" });
  } catch (cause) {
    throw invalid(file, messageOf(cause), cause);
  }
}

/** Writes a definition with all constants: a default may change in a later version, the network must not. */
export async function writeNetworkFile(file: string, definition: NetworkDefinition): Promise<void> {
  await writeFile(file, networkToToml(definition), { flag: "wx" });
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
  // JSON strings and lists of strings are valid TOML.
  return `${key} = ${JSON.stringify(typeof value === "bigint" ? value.toString() : value)}`;
}

function invalid(file: string, reason: string, cause: unknown): ChainError {
  return errors.networkFile({ reason, file }, { cause });
}
