import { isAddress } from "../codec/address.js";
import type { ChainError } from "../codec/chain-error.js";
import * as errors from "./errors.js";
import { nearestName } from "../base/text/nearest-name.js";
import { isTimeHash } from "./fields.js";
import { DEFAULT_RULES, RULE_SETS, type RulesNumber } from "./rules.js";
import {
  CONSTANT_NAMES,
  DEFAULT_CONSTANTS,
  type Checkpoint,
  type NetworkConstants,
  type NetworkDefinition,
} from "./network.js";

/**
 * Reads a network definition from the plain structure that the parser of its file returns: objects, arrays, strings,
 * and integers as number or bigint. Missing constants take the public network's values (PROTOCOL 4.2).
 *
 * Throws `NETWORK_DEFINITION`, kind "local", naming the key and the reason.
 */
export function readNetworkDefinition(input: unknown): NetworkDefinition {
  const members = readTable(input, "", DEFINITION_KEYS);
  const rules = readRules(members["rules"]);
  return {
    network_name: readText(members, "network_name"),
    system_nonce: readText(members, "system_nonce"),
    genesis_address: readAddress(members["genesis_address"], "genesis_address"),
    manager_addresses: readTexts(members, "manager_addresses").map((address, index) =>
      readAddress(address, `manager_addresses[${index}]`),
    ),
    peers: readTexts(members, "peers"),
    constants: readConstants(members["constants"], rules),
    ...(rules === DEFAULT_RULES ? {} : { rules }),
    ...(members["checkpoint"] === undefined ? {} : { checkpoint: readCheckpoint(members["checkpoint"]) }),
  };
}

/** Reads the number of the rules that a definition chooses (PROTOCOL 16). Throws `NETWORK_DEFINITION`. */
export function readRules(input: unknown): RulesNumber {
  const known = Object.values(RULE_SETS).map(({ number }) => number);
  const number = typeof input === "bigint" ? Number(input) : (input ?? DEFAULT_RULES);
  const chosen = known.find((each) => each === number);
  if (chosen !== undefined) return chosen;
  throw invalid("rules", `must be ${known.join(" or ")}`);
}

const DEFINITION_KEYS = [
  "network_name",
  "system_nonce",
  "genesis_address",
  "manager_addresses",
  "peers",
  "rules",
  "constants",
  "checkpoint",
] as const satisfies readonly (keyof NetworkDefinition)[];
/** The constants of rules 1; rules 2 have them all. */
const CONSTANT_KEYS = Object.keys(DEFAULT_CONSTANTS) as (keyof typeof DEFAULT_CONSTANTS)[];

type Table = Readonly<Record<string, unknown>>;

function readCheckpoint(input: unknown): Checkpoint {
  const { height, blockhash } = readTable(input, "checkpoint.", ["height", "blockhash"]);
  const number = typeof height === "bigint" ? Number(height) : height;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 1)
    throw invalid("checkpoint.height", "must be an integer from 1");
  if (typeof blockhash !== "string" || !isTimeHash(blockhash))
    throw invalid(
      "checkpoint.blockhash",
      "must be the blockhash of a resource block: 78 lower-case hex characters",
    );
  return { height: number, blockhash };
}

function readConstants(input: unknown, rules: RulesNumber): NetworkConstants {
  const ruleSet = RULE_SETS[rules];
  const { hasWorkLimit } = ruleSet;
  const given = readTable(input ?? {}, "constants.", hasWorkLimit ? CONSTANT_NAMES : CONSTANT_KEYS);
  const members: Table = { ...DEFAULT_CONSTANTS, work_limit: ruleSet.workLimits().proposal, ...given };
  return {
    main_chain_interval: readCount(members, "main_chain_interval"),
    resource_interval: readCount(members, "resource_interval"),
    resource_confirm_count: readCount(members, "resource_confirm_count"),
    confirm_interval: readCount(members, "confirm_interval"),
    validator_count: readCount(members, "validator_count"),
    difficulty_change_cycle: readCount(members, "difficulty_change_cycle"),
    default_difficulty: readAmount(members, "default_difficulty", 1n),
    standard_amount: readAmount(members, "standard_amount", 0n),
    credit_amount: readAmount(members, "credit_amount", 0n),
    ...(hasWorkLimit ? { work_limit: readCount(members, "work_limit") } : {}),
    ...readCostTable(members),
  };
}

/** A definition without it keeps the first table, and its text and key (PROTOCOL 16.9). */
function readCostTable(members: Table): Pick<NetworkConstants, "cost_table"> {
  if (members["cost_table"] === undefined) return {};
  if (Number(members["cost_table"]) !== 2) throw invalid("constants.cost_table", "must be 2, or left out");
  return { cost_table: 2 };
}

function readTable(input: unknown, prefix: string, keys: readonly string[]): Table {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw invalid(prefix === "" ? "definition" : prefix.slice(0, -1), "must be a table of keys and values");
  }
  for (const key of Object.keys(input)) {
    if (keys.includes(key)) continue;
    const unknown = { key: prefix + key, reason: "is not a key of a network definition" };
    throw errors.networkDefinition(unknown, { nearest: nearestName(key, keys) });
  }
  return input as Table;
}

function readText(members: Table, key: keyof NetworkDefinition): string {
  const text = members[key];
  if (text === undefined) throw invalid(key, "is missing");
  if (typeof text !== "string" || text === "") throw invalid(key, "must be text that is not empty");
  return text;
}

function readTexts(members: Table, key: keyof NetworkDefinition): readonly string[] {
  const texts: unknown = members[key] ?? [];
  if (!Array.isArray(texts)) throw invalid(key, "must be a list of texts");
  return texts.map((text: unknown, index) => {
    if (typeof text !== "string" || text === "")
      throw invalid(`${key}[${index}]`, "must be text that is not empty");
    return text;
  });
}

function readAddress(address: unknown, key: string): string {
  if (address === undefined) throw invalid(key, "is missing");
  if (typeof address !== "string" || !isAddress(address)) {
    throw invalid(key, "must be an address: 44 characters whose checksum fits");
  }
  return address;
}

function readCount(members: Table, key: keyof NetworkConstants): number {
  const given = members[key];
  const count = typeof given === "bigint" ? Number(given) : given;
  if (typeof count !== "number" || !Number.isSafeInteger(count) || count < 1) {
    throw invalid(`constants.${key}`, "must be an integer from 1");
  }
  return count;
}

function readAmount(members: Table, key: keyof typeof DEFAULT_CONSTANTS, smallest: bigint): bigint {
  const given = members[key];
  const text = typeof given === "bigint" || typeof given === "number" ? given.toString() : given;
  if (typeof text !== "string" || !/^[0-9]{1,78}$/.test(text) || BigInt(text) < smallest) {
    throw invalid(`constants.${key}`, `must be whole decimal text from ${smallest}, as "100000"`);
  }
  return BigInt(text);
}

function invalid(key: string, reason: string): ChainError {
  return errors.networkDefinition({ key, reason });
}
