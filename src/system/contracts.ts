import type { Method } from "../records/code.js";
import type { Network } from "../records/network.js";
import { createGenesis } from "./contracts/genesis.js";
import { createGrant } from "./contracts/grant.js";
import { createOracle } from "./contracts/oracle.js";
import { createRegister } from "./contracts/register.js";
import { createRevoke } from "./contracts/revoke.js";

/**
 * Returns the five system contracts of a network by name. Registered code cannot replace them, and the post-process Fee
 * does not run for them (PROTOCOL 6.7, 6.8).
 */
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
