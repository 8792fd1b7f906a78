import { required, type SystemContract } from "./operation.js";
import { code } from "./parameters.js";

export const CONTRACTS = {
  GENESIS: {
    type: "Genesis",
    summary: "Initiates the main chain and makes the executor a network manager.",
    executor: "the first node of the network, started as the genesis node",
    parameters: [required("network_address", "string", 44, "The network's address.")],
  },
  REGISTER: {
    type: "Register",
    summary: "Makes a contract or request code available on the chain.",
    executor: "a network manager",
    parameters: [code("The registered code record as JSON text.")],
  },
  REVOKE: {
    type: "Revoke",
    summary: "Removes the manager privileges of the executor.",
    executor: "a network manager",
    parameters: [],
  },
  GRANT: {
    type: "Grant",
    summary: "Makes the executor a network manager.",
    executor: "an address that is one of the node's network addresses",
    parameters: [],
  },
  ORACLE: {
    type: "Oracle",
    summary: "Commits a transaction to a block without any other change of state.",
    executor: "a network manager",
    parameters: [code("What the transaction carries.")],
  },
} as const satisfies Readonly<Record<string, SystemContract>>;

/** The five system contracts by `type`, in the order of docs/rpc.md (PROTOCOL 6.9, 6.10, 6.11, 6.12, 6.13). */
export const SYSTEM_CONTRACTS: ReadonlyMap<string, SystemContract> = new Map(
  Object.values(CONTRACTS).map((contract) => [contract.type, contract]),
);
