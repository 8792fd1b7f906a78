import type { Method } from "../../records/code.js";
import type { Network } from "../../records/network.js";
import { mapToValue } from "../../codec/value.js";
import { call, FROM, writeLocal } from "../expression.js";
import { parametersOf } from "../parameters.js";
import { condition, IS_MANAGER, systemContract } from "../system-contract.js";

/** Grant (PROTOCOL 6 and 14): makes a sender that the network's definition names a network manager. */
export function createGrant(network: Network): Method {
  // Looked up by key: `$in` would compare loosely, and take addresses that read as equal numbers for the same.
  const managers = mapToValue(new Map(network.manager_addresses.map((address) => [address, true])));
  return systemContract(network, {
    name: "Grant",
    parameters: parametersOf("Grant"),
    executions: [
      condition(
        call("ne", IS_MANAGER, true),
        "You can't grant permissions to the same address more than once. ",
      ),
      condition(
        call("eq", call("get", managers, FROM), true),
        "This address is not included in the network addresses and can't be hardforked. ",
      ),
      writeLocal("network_manager", FROM, true),
    ],
  });
}
