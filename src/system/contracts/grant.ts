import type { Method } from "../../records/code.js";
import type { Network } from "../../records/network.js";
import { GRANT } from "../../records/operations/contracts/grant.js";
import { mapToValue } from "../../codec/value.js";
import { call, FROM, writeLocal } from "../expression.js";
import { condition, IS_MANAGER, systemContract } from "../system-contract.js";

/** Grant: makes a sender in `manager_addresses` a network manager, also after a Revoke (PROTOCOL 6.10, 14.6). */
export function createGrant(network: Network): Method {
  // A lookup by key. `$in` compares loosely, so it would confuse addresses that are equal as numbers.
  const managers = mapToValue(new Map(network.manager_addresses.map((address) => [address, true])));
  return systemContract(network, GRANT, [
    condition(
      call("ne", IS_MANAGER, true),
      "You can't grant permissions to the same address more than once. ",
    ),
    condition(
      call("eq", call("get", managers, FROM), true),
      "This address is not included in the network addresses and can't be hardforked. ",
    ),
    writeLocal("network_manager", FROM, true),
  ]);
}
