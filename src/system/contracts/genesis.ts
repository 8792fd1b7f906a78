import type { Method } from "../../records/code.js";
import { GENESIS_KEY, type Network } from "../../records/network.js";
import { GENESIS } from "../../records/operations/contracts/genesis.js";
import { call, FROM, loadParameter, readLocal, writeLocal } from "../expression.js";
import { condition, systemContract } from "../system-contract.js";

/** Genesis: the network's first transaction. Its sender becomes a network manager (PROTOCOL 6.9). */
export function createGenesis(network: Network): Method {
  const isInitiated = readLocal("genesis", GENESIS_KEY, false);
  return systemContract(network, GENESIS, [
    condition(
      call("eq", loadParameter("network_address"), network.networkAddress),
      "Invalid network address. ",
    ),
    condition(call("eq", FROM, network.genesis_address), "You are not genesis address. "),
    condition(call("ne", isInitiated, true), "There was already a Genesis. "),
    writeLocal("genesis", GENESIS_KEY, true),
    writeLocal("network_manager", FROM, true),
  ]);
}
