import type { RulesNumber } from "../../../src/records/rules.js";
import { startDevNode } from "../../support/dev-node.js";
import { serveEngine } from "../../support/serve-engine.js";

export interface MinedNode {
  readonly url: string;
  /** The node's time, which stands still, in µs. */
  readonly nowUs: number;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a real node that has mined for a minute of virtual time, with its RPC interface. By rules 1 its blocks hold
 * receipts.
 */
export async function startMinedNode(rules: RulesNumber = 1): Promise<MinedNode> {
  const { node, clock, pass } = await startDevNode({ rules });
  node.mining.start();
  await pass(60_000_000);
  await node.mining.stop();
  const { server, url } = await serveEngine(node);
  const stop = async (): Promise<void> => {
    await server.close(0);
    await node.stop();
  };
  return { url, nowUs: clock.nowUs(), stop };
}
