import { WORK_LIMIT } from "../../src/records/limits.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import type { RulesNumber } from "../../src/records/rules.js";

/** The same network under other rules. */
export function withRules(definition: NetworkDefinition, rules: RulesNumber): NetworkDefinition {
  if (rules === 1) return definition;
  return { ...definition, rules, constants: { work_limit: WORK_LIMIT, ...definition.constants } };
}
