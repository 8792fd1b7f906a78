import { GENESIS } from "./contracts/genesis.js";
import { GRANT } from "./contracts/grant.js";
import { ORACLE } from "./contracts/oracle.js";
import { REGISTER } from "./contracts/register.js";
import { REVOKE } from "./contracts/revoke.js";
import type { SystemContract } from "./operation.js";

/** The five system contracts by `type`, in the order of docs/rpc.md (PROTOCOL 6.9, 6.10, 6.11, 6.12, 6.13). */
export const SYSTEM_CONTRACTS: ReadonlyMap<string, SystemContract> = new Map(
  [GENESIS, REGISTER, REVOKE, GRANT, ORACLE].map((contract) => [contract.type, contract]),
);
