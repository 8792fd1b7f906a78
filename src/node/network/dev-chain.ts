import { devAccounts } from "./dev-network.js";
import { includeAll, prepareChain, type ChainFounder } from "./preset.js";
import { padStateKey } from "../../codec/state-key.js";

/** Makes a development chain: Genesis, the codes of the dev preset, and what Faucet gives to each development account. */
export async function prepareDevChain(node: ChainFounder): Promise<void> {
  await prepareChain(node, "dev");
  const { store, network } = node.ledger;
  const accounts = devAccounts();
  const cell = ({ address }: { address: string }): string => padStateKey(network.prefixes.balance + address);
  const funded = await store.readState("universal", accounts.map(cell));
  await Promise.all(
    accounts
      .filter((account) => !funded.has(cell(account)))
      .map((account) => includeAll(node, account, [{ type: "Faucet" }])),
  );
}
