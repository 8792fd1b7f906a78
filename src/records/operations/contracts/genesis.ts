import { required, type SystemContract } from "../operation.js";

export const GENESIS = {
  type: "Genesis",
  summary: "Initiates the main chain and makes the executor a network manager.",
  executor: "the first node of the network, started as the genesis node",
  parameters: [required("network_address", "string", 44, "The network's address.")],
} as const satisfies SystemContract;
