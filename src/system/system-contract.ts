import { ZERO_ADDRESS } from "../codec/address.js";
import type { Value, ValueMap } from "../codec/value.js";
import type { Method } from "../records/code.js";
import type { Network } from "../records/network.js";
import type { SystemContract } from "../records/operations/operation.js";
import { call, FROM, readLocal } from "./expression.js";

/** Returns a system contract as a method of the root space, which the machine runs like any other. */
export function systemContract(
  { rootSpace }: Pick<Network, "rootSpace">,
  { type, parameters }: SystemContract,
  executions: readonly Value[],
): Method {
  return {
    format: "method",
    kind: "contract",
    name: type,
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
