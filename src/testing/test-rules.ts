import { readRules } from "../records/network-reader.js";
import type { RulesNumber } from "../records/rules.js";

/** The variable of the environment with the rules of tests' chains. */
export const RULES_VARIABLE = "CHAINNODE_RULES";

/** The rules of tests that name none: those of `CHAINNODE_RULES`, or rules 1. Throws `NETWORK_DEFINITION` for others. */
export function testRules(): RulesNumber {
  const given = process.env[RULES_VARIABLE];
  return readRules(given === undefined ? undefined : Number(given));
}
