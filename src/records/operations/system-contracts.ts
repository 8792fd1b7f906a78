import { parameter, type OperationParameter, type SystemContract } from "./operation.js";

/** The parameters of the five system contracts (PROTOCOL 6.9, 6.10, 6.11, 6.12, 6.13). */

function code(summary: string): OperationParameter {
  return parameter({ name: "code", type: "string", maxlength: 65_536, requirements: true, summary });
}

const GENESIS: SystemContract = {
  type: "Genesis",
  summary: "Initiates the main chain and makes the executor a network manager.",
  executor: "the first node of the network, started as the genesis node",
  parameters: [
    parameter({
      name: "network_address",
      type: "string",
      maxlength: 44,
      requirements: true,
      summary: "The network's address.",
    }),
  ],
};

const REGISTER: SystemContract = {
  type: "Register",
  summary: "Makes a contract or request code available on the chain.",
  executor: "a network manager",
  parameters: [code("The registered code record as JSON text.")],
};

const REVOKE: SystemContract = {
  type: "Revoke",
  summary: "Takes the manager privileges from the executor.",
  executor: "a network manager",
  parameters: [],
};

const GRANT: SystemContract = {
  type: "Grant",
  summary: "Makes the executor a network manager.",
  executor: "an address that is one of the node's network addresses",
  parameters: [],
};

const ORACLE: SystemContract = {
  type: "Oracle",
  summary: "Commits a transaction to a block without any other change of state.",
  executor: "a network manager",
  parameters: [code("What the transaction carries.")],
};

/** By `type`, in the order of docs/rpc.md. */
export const SYSTEM_CONTRACTS: ReadonlyMap<string, SystemContract> = new Map(
  [GENESIS, REGISTER, REVOKE, GRANT, ORACLE].map((contract) => [contract.type, contract]),
);
