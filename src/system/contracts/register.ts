import { ZERO_ADDRESS } from "../../codec/address.js";
import type { Method } from "../../records/code.js";
import type { Network } from "../../records/network.js";
import { REGISTER } from "../../records/operations/contracts/register.js";
import { call, writeLocal } from "../expression.js";
import { CODE, codeMember, registrationConditions } from "../registration.js";
import { condition, MUST_BE_MANAGER, systemContract } from "../system-contract.js";

/** Register: a manager stores a code in the classic format under its code id (PROTOCOL 6.2, 6.13). */
export function createRegister(network: Network): Method {
  const codeId = call("id_hash", [codeMember("name"), codeMember("nonce")]);
  const rules = registrationConditions({
    type: "type",
    name: "name",
    version: "version",
    space: "nonce",
    spaceTitle: "nonce",
    codeId,
  });
  return systemContract(network, REGISTER, [
    MUST_BE_MANAGER,
    condition(call("eq", codeMember("writer"), ZERO_ADDRESS), "Writer must be zero address "),
    ...rules.map(([holds, message]) => condition(holds, message)),
    writeLocal(codeMember("type"), codeId, CODE),
  ]);
}
