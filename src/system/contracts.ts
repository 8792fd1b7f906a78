import type { Method } from "../records/code.js";
import { type Network, GENESIS_KEY } from "../records/network.js";
import { CONTRACTS } from "../records/operations/system-contracts.js";
import { call, FROM, loadParameter, readLocal, writeLocal } from "./expression.js";
import { ZERO_ADDRESS } from "../codec/address.js";
import { CODE, codeMember, registrationConditions } from "./registration.js";
import { mapToValue, type Value, type ValueMap } from "../codec/value.js";
import type { SystemContract } from "../records/operations/operation.js";

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

/** Genesis: the network's first transaction. Its sender becomes a network manager (PROTOCOL 6.9). */
function createGenesis(network: Network): Method {
  const isInitiated = readLocal("genesis", GENESIS_KEY, false);
  return systemContract(network, CONTRACTS.GENESIS, [
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

/** Register: a manager stores a code in the classic format under its code id (PROTOCOL 6.2, 6.13). */
function createRegister(network: Network): Method {
  const codeId = call("id_hash", [codeMember("name"), codeMember("nonce")]);
  const rules = registrationConditions({
    type: "type",
    name: "name",
    version: "version",
    space: "nonce",
    spaceTitle: "nonce",
    codeId,
  });
  return systemContract(network, CONTRACTS.REGISTER, [
    MUST_BE_MANAGER,
    condition(call("eq", codeMember("writer"), ZERO_ADDRESS), "Writer must be zero address "),
    ...rules.map(([holds, message]) => condition(holds, message)),
    writeLocal(codeMember("type"), codeId, CODE),
  ]);
}

/** Revoke: the sender gives up its manager rights (PROTOCOL 6.11). */
function createRevoke(network: Network): Method {
  return systemContract(network, CONTRACTS.REVOKE, [
    MUST_BE_MANAGER,
    writeLocal("network_manager", FROM, false),
  ]);
}

/** Grant: makes a sender in `manager_addresses` a network manager, also after a Revoke (PROTOCOL 6.10, 14.6). */
function createGrant(network: Network): Method {
  // A lookup by key. `$in` compares loosely, so it would confuse addresses that are equal as numbers.
  const managers = mapToValue(new Map(network.manager_addresses.map((address) => [address, true])));
  return systemContract(network, CONTRACTS.GRANT, [
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

/**
 * Oracle: a manager's transaction that is committed and writes nothing. A submitted Oracle must have `code`. A block may
 * hold one without `code`, so the contract does not require it (PROTOCOL 6.12).
 */
function createOracle(network: Network): Method {
  const parameters = CONTRACTS.ORACLE.parameters.map((parameter) => ({ ...parameter, requirements: false }));
  return systemContract(network, { ...CONTRACTS.ORACLE, parameters }, [MUST_BE_MANAGER]);
}

/** Returns a system contract as a method of the root space, which the machine runs like any other. */
function systemContract(
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

function condition(holds: Value, message: Value): ValueMap {
  return call("condition", holds, message);
}

/** Whether the sender is a network manager. A Revoke stores false (PROTOCOL 6.11). */
const IS_MANAGER: ValueMap = call("eq", readLocal("network_manager", FROM, false), true);

const MUST_BE_MANAGER: ValueMap = condition(IS_MANAGER, "You are not network manager. ");
