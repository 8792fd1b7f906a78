import { parseJson } from "../../../src/codec/parse-json.js";
import { devAccounts } from "../../../src/data/dev-network.js";
import { createIdentity, type KeyPair } from "../../../src/data/directory/identity.js";
import { readSignedTransaction } from "../../../src/records/transaction.js";
import { FastSigner } from "../../support/fast-signer.js";
import { PeerNodes } from "../../support/peer-nodes.js";
import { serveEngine } from "../../support/serve-engine.js";
import { Validator } from "../../support/validator.js";
import { OFFICE_START_US, openValidatorStore, prepareValidatorChain } from "../../support/validator-chain.js";

const HOST = "node.example.org:9900";
const PEER_HOST = "peer.example.org:9900";
/** A host that does not answer. */
const KNOWN_HOST = "gone.example.org:9900";
/** The node holds half of the slots, a second validator a quarter; the holder of the newest slot is absent. */
const SLOTS = [0, 0, 1, 2];
const SECOND_US = 1_000_000;

export interface RoundNode {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a real node in the middle of a round that stays open, with its RPC interface. It holds a transaction, two
 * chunks, its own hypothesis and a receipt, and has a peer. Virtual time stands still.
 */
export async function startRoundNode(): Promise<RoundNode> {
  const chain = await prepareValidatorChain(SLOTS);
  const { network, identities } = chain;
  const [first, second] = identities;
  if (first === undefined || second === undefined) throw new Error("The chain has no two validators. ");
  const nodes = new PeerNodes(OFFICE_START_US + 10 * SECOND_US);
  const store = await openValidatorStore(chain);
  const node = await nodes.open(HOST, { network, identity: first, store, hosts: [PEER_HOST, KNOWN_HOST] });
  const other = await openValidatorStore(chain);
  const peer = await nodes.open(PEER_HOST, {
    network,
    identity: createIdentity(),
    store: other,
    hosts: [HOST],
  });
  node.start();
  peer.start();
  await mustBe(nodes, () => (node.peers?.tracker.peers.size ?? 0) > 0, "a peer");

  const validator = await Validator.open(chain, second.node, nodes.clock);
  const [alice, bob] = devAccounts() as [KeyPair, KeyPair];
  const { transaction, ...signed } = new FastSigner(alice).transfer(bob.address, nodes.clock.nowUs());
  const sent = readSignedTransaction({ ...signed, transaction: parseJson(transaction) });
  await node.submit(sent);
  await validator.submit(sent);
  await mustBe(nodes, () => node.roundBook.chunks.size > 0, "its own chunk");
  await validator.step();
  if (validator.chunk !== undefined) await node.roundBook.offerChunk(validator.chunk);
  await mustBe(nodes, () => node.roundBook.hypotheses.size > 0, "its hypothesis");

  const { server, url } = await serveEngine(node);
  const stop = async (): Promise<void> => {
    await server.close(0);
    await validator.ledger.store.close();
    await nodes.stop();
  };
  return { url, stop };
}

async function mustBe(nodes: PeerNodes, isSo: () => boolean, what: string): Promise<void> {
  if (!(await nodes.until(isSo))) throw new Error(`The node never has ${what}. `);
}
