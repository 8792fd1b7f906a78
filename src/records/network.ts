import { publicKeyToAddress, ZERO_ADDRESS } from "../codec/address.js";
import { hashOf, spaceIdOf } from "../codec/hash.js";
import { statePrefix } from "../codec/state-key.js";

/** A network definition, with the names of its TOML file. All nodes of a network have the same one (PROTOCOL 4.1). */
export interface NetworkDefinition {
  readonly network_name: string;
  readonly system_nonce: string;
  readonly genesis_address: string;
  readonly manager_addresses: readonly string[];
  /** Seed hosts, `host:port`. */
  readonly peers: readonly string[];
  readonly constants: NetworkConstants;
  /** A resource block that the chain must have (PROTOCOL 15.10). A node may add it to its own definition. */
  readonly checkpoint?: Checkpoint;
}

export interface Checkpoint {
  readonly height: number;
  readonly blockhash: string;
}

/** Times are microseconds, amounts and difficulties whole numbers (PROTOCOL 4.2). */
export interface NetworkConstants {
  /** I of PROTOCOL 4.2: every block's `s_timestamp` is a multiple of it. */
  readonly main_chain_interval: number;
  readonly resource_interval: number;
  /** C of PROTOCOL 4.2. */
  readonly resource_confirm_count: number;
  readonly confirm_interval: number;
  readonly validator_count: number;
  readonly difficulty_change_cycle: number;
  readonly default_difficulty: bigint;
  readonly standard_amount: bigint;
  readonly credit_amount: bigint;
}

export const DEFAULT_CONSTANTS: NetworkConstants = {
  main_chain_interval: 1_000_000,
  resource_interval: 60_000_000,
  resource_confirm_count: 10,
  confirm_interval: 600_000_000,
  validator_count: 9,
  difficulty_change_cycle: 1440,
  default_difficulty: 100_000n,
  standard_amount: 2_000n * 10n ** 18n,
  credit_amount: 60_000_000n * 10n ** 18n,
};

/**
 * The public network, as far as its records show. They name its genesis address, but neither its managers nor its
 * peers. A node that joins needs a definition with both.
 */
export const PUBLIC_NETWORK: NetworkDefinition = {
  network_name: "SASEUL PUBLIC NETWORK",
  system_nonce: "Fiat lux. ",
  genesis_address: "c63e540b26715f490d763338f1b3f1f60990935f0837",
  manager_addresses: [],
  peers: [],
  constants: DEFAULT_CONSTANTS,
};

/** A network definition with the values derived from it (PROTOCOL 4.4, 4.5). */
export interface Network extends NetworkDefinition {
  readonly rootSpace: string;
  readonly rootCid: string;
  readonly networkKey: string;
  readonly networkAddress: string;
  /** State prefixes of the system's attributes: writer ZERO_ADDRESS, root space. */
  readonly prefixes: Readonly<Record<SystemAttribute, string>>;
  /** State keys of the system's single cells. */
  readonly keys: Readonly<Record<SystemCell, string>>;
}

/** The attributes of system state (PROTOCOL 4.5). */
const SYSTEM_ATTRIBUTES = [
  "resource",
  "balance",
  "multiplier",
  "reduction_limit",
  "season_supply",
  "total_supply",
  "transaction_count",
  "fixed_height",
  "recycle_resource",
  "network_manager",
  "genesis",
  "contract",
  "request",
] as const;
export type SystemAttribute = (typeof SYSTEM_ATTRIBUTES)[number];

/** The key of the cell `genesis`. */
export const GENESIS_KEY = "00";
const SYSTEM_CELLS = {
  multiplier: ZERO_ADDRESS,
  reduction_limit: ZERO_ADDRESS,
  season_supply: ZERO_ADDRESS,
  total_supply: ZERO_ADDRESS,
  transaction_count: ZERO_ADDRESS,
  fixed_height: ZERO_ADDRESS,
  recycle_resource: ZERO_ADDRESS,
  genesis: GENESIS_KEY,
} as const satisfies Partial<Record<SystemAttribute, string>>;
export type SystemCell = keyof typeof SYSTEM_CELLS;

/**
 * Derives the values that follow from a definition (PROTOCOL 4.4). The root space is given when its nonce is unknown.
 */
export function createNetwork(
  definition: NetworkDefinition,
  rootSpace = hashOf(definition.system_nonce),
): Network {
  const networkKey = hashOf(definition.network_name);
  const prefixes = Object.fromEntries(
    SYSTEM_ATTRIBUTES.map((attribute) => [attribute, statePrefix(ZERO_ADDRESS, rootSpace, attribute)]),
  ) as Record<SystemAttribute, string>;
  const keys = Object.fromEntries(
    (Object.keys(SYSTEM_CELLS) as SystemCell[]).map((cell) => [cell, prefixes[cell] + SYSTEM_CELLS[cell]]),
  ) as Record<SystemCell, string>;
  return {
    ...definition,
    rootSpace,
    rootCid: spaceIdOf(ZERO_ADDRESS, rootSpace),
    networkKey,
    networkAddress: publicKeyToAddress(networkKey),
    prefixes,
    keys,
  };
}
