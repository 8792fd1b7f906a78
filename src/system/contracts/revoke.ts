import type { Method } from "../../records/code.js";
import type { Network } from "../../records/network.js";
import { REVOKE } from "../../records/operations/contracts/revoke.js";
import { FROM, writeLocal } from "../expression.js";
import { MUST_BE_MANAGER, systemContract } from "../system-contract.js";

/** Revoke: the sender gives up its manager rights (PROTOCOL 6.11). */
export function createRevoke(network: Network): Method {
  return systemContract(network, REVOKE, [MUST_BE_MANAGER, writeLocal("network_manager", FROM, false)]);
}
