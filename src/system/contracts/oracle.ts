import type { Method } from "../../records/code.js";
import type { Network } from "../../records/network.js";
import { ORACLE } from "../../records/operations/contracts/oracle.js";
import { MUST_BE_MANAGER, systemContract } from "../system-contract.js";

/**
 * Oracle: a manager's transaction that is committed and writes nothing. A submitted Oracle must have `code`. A block may
 * hold one without `code`, so the contract does not require it (PROTOCOL 6.12).
 */
export function createOracle(network: Network): Method {
  const parameters = ORACLE.parameters.map((parameter) => ({ ...parameter, requirements: false }));
  return systemContract(network, { ...ORACLE, parameters }, [MUST_BE_MANAGER]);
}
