import { padStateKey } from "../codec/state-key.js";
import { devAccounts } from "../data/dev-network.js";
import type { KeyPair } from "../data/directory/identity.js";
import { includeAll, prepareChain, type ChainFounder } from "../node/preset.js";
import { CONTRACTS } from "../records/operations/system-contracts.js";

/**
 * Makes a development chain: Genesis, the codes of the dev preset, the amount of Faucet for each development account
 * (PROTOCOL 6.17), and the rights of a network manager for the first account. The first account gets no rights when the
 * chain's definition does not name it as a manager.
 */
export async function prepareDevChain(node: ChainFounder): Promise<void> {
  await prepareChain(node, "dev");
  const { store, network } = node.ledger;
  const accounts = devAccounts();
  const cell = ({ address }: { address: string }): string => padStateKey(network.prefixes.balance + address);
  const funded = await store.readState("universal", accounts.map(cell));
  const unfunded = accounts.filter((account) => !funded.has(cell(account)));
  await Promise.all([
    ...unfunded.map((account) => includeAll(node, account, [{ type: "Faucet" }])),
    ...accounts.slice(0, 1).map((account) => grant(node, account)),
  ]);
}

/** Grants once: an account that was a manager and revoked its rights does not get them again. */
async function grant(node: ChainFounder, account: KeyPair): Promise<void> {
  const { store, network } = node.ledger;
  if (!network.manager_addresses.includes(account.address)) return;
  const cell = padStateKey(network.prefixes.network_manager + account.address);
  if ((await store.readState("local", [cell])).has(cell)) return;
  await includeAll(node, account, [{ type: CONTRACTS.GRANT.type }]);
}
