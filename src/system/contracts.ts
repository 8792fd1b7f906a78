import type { Method } from "../records/code.js";
import type { Network } from "../records/network.js";
import { createGenesis } from "./contracts/genesis.js";
import { createGrant } from "./contracts/grant.js";
import { createOracle } from "./contracts/oracle.js";
import { createRegister } from "./contracts/register.js";
import { createRevoke } from "./contracts/revoke.js";

/** The five system contracts of a network by name: no registered code takes their place, and Fee is not asked of them (PROTOCOL 6). */
export function createSystemContracts(network: Network): ReadonlyMap<string, Method> {
  const contracts = [
    createGenesis(network),
    createRegister(network),
    createRevoke(network),
    createGrant(network),
    createOracle(network),
  ];
  return new Map(contracts.map((contract) => [contract.name, contract]));
}
