import type { Method } from "../../records/code.js";
import type { Parameter } from "../../records/parameter.js";
import type { Network } from "../../records/network.js";
import { parametersOf } from "../parameters.js";
import { MUST_BE_MANAGER, systemContract } from "../system-contract.js";

/**
 * Oracle: a manager's transaction that is committed and writes nothing. A submitted Oracle must have `code`, which
 * `parametersOf` requires. A block may hold one without `code`, so the contract does not require it (PROTOCOL 6.12).
 */
export function createOracle(network: Network): Method {
  return systemContract(network, {
    name: "Oracle",
    parameters: parametersOf("Oracle").map(optional),
    executions: [MUST_BE_MANAGER],
  });
}

function optional(parameter: Parameter): Parameter {
  return { ...parameter, requirements: false };
}
