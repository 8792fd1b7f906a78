import { hashOf } from "../codec/hash.js";
import { DEFAULT_CONSTANTS, type NetworkDefinition } from "../records/network.js";
import { createKeyPair, type KeyPair } from "./directory/identity.js";

/**
 * The private network of `chainnode start --dev`: the node is its genesis address and its only validator. The node and
 * the first development account are its managers.
 */

const SECOND_US = 1_000_000;

const DEV_NETWORK_NAME = "CHAINNODE DEVELOPMENT NETWORK";

/** The interval of a chain that is made for trying things out, µs: blocks need not wait for their rounds. */
export const INSTANT_INTERVAL_US = 1000;
/** That of a sandbox, whose time stands still, µs. */
const ROUND_US = SECOND_US / 4;

/** @param intervalUs from one block to the next, at least. */
export function devNetwork({ node }: DevIdentity, intervalUs = ROUND_US): NetworkDefinition {
  const [first] = devAccounts();
  return {
    network_name: DEV_NETWORK_NAME,
    system_nonce: "Fiat lux. ",
    genesis_address: node.address,
    manager_addresses: [...new Set([node.address, ...(first === undefined ? [] : [first.address])])],
    peers: [],
    constants: {
      ...DEFAULT_CONSTANTS,
      main_chain_interval: intervalUs,
      resource_interval: 2 * SECOND_US,
      resource_confirm_count: 10,
      confirm_interval: 20 * SECOND_US,
      // One core tries 8 to 16 million nonces a second: a block every two seconds, and 40 seconds to adapt.
      default_difficulty: 20_000_000n,
      difficulty_change_cycle: 20,
    },
  };
}

interface DevIdentity {
  readonly node: Pick<KeyPair, "address">;
}

export function isDevNetwork({ network_name }: Pick<NetworkDefinition, "network_name">): boolean {
  return network_name === DEV_NETWORK_NAME;
}

/** The names of the accounts, under which the keystore of a development directory holds their keys. */
const DEV_ACCOUNT_NAMES = [
  "alice",
  "bob",
  "carol",
  "dave",
  "erin",
  "frank",
  "grace",
  "heidi",
  "ivan",
  "judy",
] as const;
/** The seed and so the keys are public on purpose: they have no value outside a development chain. */
const DEV_SEED = "chainnode development account";

export interface DevAccount extends KeyPair {
  readonly name: string;
}

let accounts: readonly DevAccount[] | undefined;

/** The accounts that a development chain funds: private key i (from 0) is `H("chainnode development account <i>")`. */
export function devAccounts(): readonly KeyPair[] {
  return namedDevAccounts();
}

export function namedDevAccounts(): readonly DevAccount[] {
  accounts ??= DEV_ACCOUNT_NAMES.map((name, index) => {
    const { privateKey, publicKey, address } = createKeyPair(hashOf(`${DEV_SEED} ${index}`));
    return { name, privateKey, publicKey, address };
  });
  return accounts;
}
