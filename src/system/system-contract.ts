import { ZERO_ADDRESS } from "../codec/address.js";
import type { Value, ValueMap } from "../codec/value.js";
import type { Method } from "../records/code.js";
import type { Network } from "../records/network.js";
import type { Parameter } from "../records/parameter.js";
import { call, FROM, readLocal } from "./expression.js";

/** The members in which system contracts differ. */
export interface SystemContractBody {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly executions: readonly Value[];
}

/** Returns a system contract as a method of the root space, which the machine runs like any other. */
export function systemContract(
  { rootSpace }: Pick<Network, "rootSpace">,
  { name, parameters, executions }: SystemContractBody,
): Method {
  return {
    format: "method",
    kind: "contract",
    name,
    version: "1",
    writer: ZERO_ADDRESS,
    space: rootSpace,
    parameters,
    executions,
  };
}

export function condition(holds: Value, message: Value): ValueMap {
  return call("condition", holds, message);
}

/** Whether the sender is a network manager. A Revoke stores false (PROTOCOL 6.11). */
export const IS_MANAGER: ValueMap = call("eq", readLocal("network_manager", FROM, false), true);

export const MUST_BE_MANAGER: ValueMap = condition(IS_MANAGER, "You are not network manager. ");
