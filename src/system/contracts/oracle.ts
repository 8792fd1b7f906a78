import type { Method } from "../../records/code.js";
import type { Parameter } from "../../records/parameter.js";
import type { Network } from "../../records/network.js";
import { parametersOf } from "../parameters.js";
import { MUST_BE_MANAGER, systemContract } from "../system-contract.js";

/**
 * Oracle (PROTOCOL 6): a manager's transaction that is committed and changes nothing. Whoever submits one must give
 * `code`, and `parametersOf` asks for it; blocks may hold one without (PROTOCOL 13), so the contract does not.
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
