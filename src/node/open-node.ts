import type { Clock } from "../consensus/clock.js";
import type { PoolLimits } from "../consensus/transaction-pool.js";
import { MachineThreads } from "../ledger/runs/machine-threads.js";
import { SignatureThreads } from "../ledger/signatures/signature-threads.js";
import type { NetworkDefinition } from "../records/network.js";
import { createHttpConnect } from "../peers/http-connect.js";
import type { PeerSettings } from "../peers/peer-network.js";
import type { DataDirectory } from "./directory/data-directory.js";
import { lossText } from "./directory/chain-loss.js";
import { lastForgottenSecond } from "./directory/forgotten-signatures.js";
import { readIdentity } from "./keys/identity.js";
import type { Log } from "./log.js";
import type { MiningSettings } from "./mining.js";
import { Node } from "./node.js";
import { openStore } from "./directory/open-store.js";
import { PeersFile } from "./directory/peers-file.js";
import { PoolFile } from "./directory/pool-file.js";
import { SigningMemoryFile } from "./directory/signing-memory-file.js";

/** How long a node that ends waits for what is dated a moment ahead. */
const FINISH_US = 2_000_000;

export interface OpenNodeOptions {
  readonly directory: DataDirectory;
  readonly clock: Clock;
  readonly log: Log;
  readonly poolLimits?: PoolLimits;
  readonly mining?: MiningSettings;
  /** None for a node that is to be alone. */
  readonly peers?: OpenPeers;
  /** Goes on without the blocks that are lost. */
  readonly mayLoseBlocks?: boolean;
}

export interface OpenPeers {
  /** Hosts to try first. */
  readonly hosts: readonly string[];
  /** Whether peers may be at private addresses. */
  readonly allowPrivate: boolean;
  /** Where others reach this node; without it they are not asked to know it. */
  readonly publicHost?: string;
}

export interface OpenNode {
  readonly node: Node;
  readonly definition: NetworkDefinition;
  /** Where it looks for the network. */
  readonly hosts: readonly string[];
  /** Stops the node and lets the data directory go. */
  close(): Promise<void>;
}

/**
 * Opens the node of a data directory, which is this process's until it is closed. Throws what is wrong with the directory
 * in one sentence, kind "local": missing, in use, of another network, damaged.
 */
export async function openNode({
  directory,
  peers,
  mayLoseBlocks = false,
  ...options
}: OpenNodeOptions): Promise<OpenNode> {
  const warn = (message: string): void => options.log({ level: "warn", module: "node", message });
  const onNoteFailure = (reason: string): void => warn(`the last block cannot be noted: ${reason}`);
  const { store, definition, lock, losses } = await openStore(directory, onNoteFailure);
  const peersFile = new PeersFile(directory.peersFile, options.log);
  const ending = new AbortController();
  const verifier = new SignatureThreads();
  const machine = new MachineThreads();
  const peerSettings = async ({ allowPrivate, hosts, ...others }: OpenPeers): Promise<PeerSettings> => ({
    ...others,
    connect: createHttpConnect({ allowPrivate, signal: ending.signal }),
    hosts: [...new Set([...hosts, ...definition.peers])],
    remembered: await peersFile.read(),
    onChange: (hosts) => peersFile.write(hosts),
  });
  try {
    if (losses.loss !== null) {
      options.log({ level: "error", module: "node", message: lossText(losses.loss) });
      if (mayLoseBlocks) {
        await losses.accept();
        warn("the loss is accepted: the chain goes on from its last block");
      }
    }
    const settings = peers === undefined ? null : await peerSettings(peers);
    const identity = await readIdentity(directory.identityFile);
    const signedBefore = await lastForgottenSecond(store, definition, identity, options.clock.nowUs());
    const signingMemory = await SigningMemoryFile.open(directory.signaturesFile, signedBefore);
    const node = await Node.open({
      ...options,
      store,
      losses,
      network: definition,
      identity,
      signingMemory,
      poolMemory: new PoolFile(directory.poolFile),
      verifier,
      runners: machine.runners,
      ...(settings === null ? {} : { peers: settings }),
    });
    verifier.warmUp();
    return {
      node,
      definition,
      hosts: [...new Set([...(node.peers?.tracker.given ?? []), ...(settings?.remembered ?? [])])],
      async close() {
        ending.abort();
        // The node closes its store.
        await node.stop(FINISH_US);
        await verifier.close();
        await machine.close();
        await peersFile.settled();
        await losses.close();
        await lock.release();
      },
    };
  } catch (error) {
    await store.close();
    await losses.close();
    await lock.release();
    throw error;
  }
}
