import { SYSTEM_CONTRACTS } from "../records/operations/system-contracts.js";
import type { Parameter } from "../records/parameter.js";

/** The parameters of a submitted system contract. Throws a TypeError for an unknown name. */
export function parametersOf(name: string): readonly Parameter[] {
  const contract = SYSTEM_CONTRACTS.get(name);
  if (contract === undefined) throw new TypeError(`There is no system contract ${name}. `);
  return contract.parameters;
}
