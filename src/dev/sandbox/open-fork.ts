import type { Runners } from "../../ledger/machine/runner.js";
import { at } from "../../replay/at.js";
import { createNetwork, type NetworkDefinition } from "../../records/network.js";
import { OverlayStore } from "../../store/overlay/overlay-store.js";
import { createIdentity } from "../../data/directory/identity.js";
import { findDefinition } from "../../replay/remote/recognize-network.js";
import { openRemoteStore, type SourceClient } from "../../replay/remote/remote-store.js";
import { SandboxChain } from "./sandbox-chain.js";
import * as errors from "../errors.js";

export interface ForkOptions {
  /** The network's definition, if known. Otherwise one of the built-in definitions must match. */
  readonly definition: NetworkDefinition | null;
  /** The current time in µs, at which the fork's time begins. */
  readonly nowUs: number;
  /** The main block after which it begins; by default the node's last one. */
  readonly height?: number | undefined;
  /** Run the contract machine; by default in the caller's thread. */
  readonly runners?: Runners;
}

/**
 * Opens a sandbox over the chain of another node, as of a main block. It only reads from the node; new
 * blocks exist in the sandbox alone. Throws `NETWORK_UNKNOWN`, `NETWORK_OTHER` `CHAIN_EMPTY` or `HEIGHT_UNKNOWN`.
 */
export async function openFork(
  client: SourceClient,
  { definition: given, nowUs, height, runners }: ForkOptions,
): Promise<SandboxChain> {
  const definition = await findDefinition(client, given);
  const network = createNetwork(definition);
  const remote = await openRemoteStore(client, network);
  const last = await remote.mainBlockSummary("last");
  if (last === null) {
    throw errors.chainEmpty();
  }
  return SandboxChain.open({
    store: await OverlayStore.over(await at(remote, height ?? last.height)),
    network: definition,
    identity: createIdentity(),
    startUs: Math.max(nowUs, last.s_timestamp + 1),
    ...(runners === undefined ? {} : { runners }),
  });
}
