import { publicKeyToAddress, ZERO_ADDRESS } from "../codec/address.js";
import { canonicalJson } from "../codec/canonical-json.js";
import { hashOf, spaceIdOf } from "../codec/hash.js";
import { statePrefix, type StateKind } from "../codec/state-key.js";
import { objectToMap, type Value } from "../codec/value.js";
import { ruleSetOf, type RuleSet, type RulesNumber, type WorkLimits } from "./rules.js";

/** A network definition, with the names of its TOML file. All nodes of a network have the same one (PROTOCOL 4.1). */
export interface NetworkDefinition {
  readonly network_name: string;
  readonly system_nonce: string;
  readonly genesis_address: string;
  readonly manager_addresses: readonly string[];
  readonly peers: readonly string[];
  readonly constants: NetworkConstants;
  /** Left out for rules 1, so that the definitions of all earlier networks stay the same text (PROTOCOL 16). */
  readonly rules?: Exclude<RulesNumber, 1>;
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
  /** The work of a block's transactions together, in characters. Rules 1 have no such constant (PROTOCOL 16.9). */
  readonly work_limit?: number;
  /** The table of costs by which work counts, where it is not the first (PROTOCOL 16.9). */
  readonly cost_table?: 2;
}

/** The names of the constants, in the order in which a definition lists them. */
export const CONSTANT_NAMES = [
  "main_chain_interval",
  "resource_interval",
  "resource_confirm_count",
  "confirm_interval",
  "validator_count",
  "difficulty_change_cycle",
  "default_difficulty",
  "standard_amount",
  "credit_amount",
  "work_limit",
  "cost_table",
] as const satisfies readonly (keyof NetworkConstants)[];

export const DEFAULT_CONSTANTS = {
  main_chain_interval: 1_000_000,
  resource_interval: 60_000_000,
  resource_confirm_count: 10,
  confirm_interval: 600_000_000,
  validator_count: 9,
  difficulty_change_cycle: 1440,
  default_difficulty: 100_000n,
  standard_amount: 2_000n * 10n ** 18n,
  credit_amount: 60_000_000n * 10n ** 18n,
} satisfies NetworkConstants;

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
  /** Whatever differs between networks of different rules (PROTOCOL 16). */
  readonly ruleSet: RuleSet;
  readonly workLimits: WorkLimits;
  readonly rootSpace: string;
  readonly rootCid: string;
  readonly networkKey: string;
  readonly networkAddress: string;
  /** State prefixes of the system's attributes: writer ZERO_ADDRESS, root space. */
  readonly prefixes: Readonly<Record<SystemAttribute, string>>;
  readonly keys: Readonly<Record<SystemCell, string>>;
}

/** The attributes of system state, and the state that they are of (PROTOCOL 4.5). */
export const SYSTEM_ATTRIBUTES = {
  resource: "universal",
  balance: "universal",
  multiplier: "universal",
  reduction_limit: "universal",
  season_supply: "universal",
  total_supply: "universal",
  transaction_count: "local",
  fixed_height: "local",
  recycle_resource: "local",
  network_manager: "local",
  genesis: "local",
  contract: "local",
  request: "local",
} as const satisfies Readonly<Record<string, StateKind>>;
export type SystemAttribute = keyof typeof SYSTEM_ATTRIBUTES;

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
type SystemCell = keyof typeof SYSTEM_CELLS;

/** Deriving takes a millisecond, and a sandbox opens the same network again with each revert. */
const derived = new WeakMap<NetworkDefinition, Network>();

/** Derives what follows from a definition (PROTOCOL 4.4). Of an unknown nonce the root space is given. */
export function createNetwork(definition: NetworkDefinition, rootSpace?: string): Network {
  if (rootSpace !== undefined) return deriveNetwork(definition, rootSpace);
  const network = derived.get(definition) ?? deriveNetwork(definition, hashOf(definition.system_nonce));
  derived.set(definition, network);
  return network;
}

function deriveNetwork(definition: NetworkDefinition, rootSpace: string): Network {
  const ruleSet = ruleSetOf(definition.rules, definition.constants.cost_table);
  const { network_name } = definition;
  const networkKey = hashOf(ruleSet.networkPhrase({ network_name, text: definitionText(definition) }));
  const prefixes = Object.fromEntries(
    Object.keys(SYSTEM_ATTRIBUTES).map((attribute) => [
      attribute,
      statePrefix(ZERO_ADDRESS, rootSpace, attribute),
    ]),
  ) as Record<SystemAttribute, string>;
  const keys = Object.fromEntries(
    (Object.keys(SYSTEM_CELLS) as SystemCell[]).map((cell) => [cell, prefixes[cell] + SYSTEM_CELLS[cell]]),
  ) as Record<SystemCell, string>;
  return {
    ...definition,
    ruleSet,
    workLimits: ruleSet.workLimits(definition.constants.work_limit),
    rootSpace,
    rootCid: spaceIdOf(ZERO_ADDRESS, rootSpace),
    networkKey,
    networkAddress: publicKeyToAddress(networkKey),
    prefixes,
    keys,
  };
}

/** The canonical text of what all nodes of a network agree on (PROTOCOL 16.5). Amounts are decimal text. */
export function definitionText(definition: NetworkDefinition): string {
  const { network_name, system_nonce, genesis_address, manager_addresses, constants } = definition;
  const toValue = (value: number | bigint): Value =>
    typeof value === "bigint" ? value.toString() : BigInt(value);
  return canonicalJson(
    objectToMap({
      network_name,
      system_nonce,
      genesis_address,
      manager_addresses,
      constants: new Map(
        CONSTANT_NAMES.flatMap((name) => {
          const value = constants[name];
          return value === undefined ? [] : [[name, toValue(value)] as const];
        }),
      ),
    }),
  );
}
