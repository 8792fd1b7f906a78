/** Replays generated chains of rules 2 under the plain implementation (test/plain/chain.ts). */
import { PlainChain } from "../plain/chain.js";
import { readJson, writeJson } from "../plain/json.js";
import type { Area, Cells } from "../plain/state.js";
import type { Value } from "../plain/value.js";
import type { MadeChain } from "./make-chain.js";

/** Returns why the plain implementation refuses a chain or leaves another state; null when it agrees. */
export function replayChain(chain: MadeChain): string | null {
  const plain = plainChain(chain);
  for (const [index, { chain: which, text }] of chain.blocks.entries()) {
    try {
      if (which === "main") plain.addMainBlock(text);
      else plain.addResourceBlock(text);
    } catch (error) {
      return `${which} block, number ${index}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    }
  }
  const after = (["universal", "local"] as const).flatMap((area) =>
    [...plain.state[area]]
      .filter(([, value]) => value !== null)
      .map(([key, value]) => `${area} ${key} ${writeJson(value)}`),
  );
  const left = after.sort();
  const different = left.findIndex((line, index) => line !== chain.after[index]);
  if (different < 0 && left.length === chain.after.length) return null;
  return `the state after it: ${left[different] ?? "(nothing)"}, not ${chain.after[different] ?? "(nothing)"}`;
}

export function plainChain({ definition, codes, fee, cells, tip }: MadeChain): PlainChain {
  const ofArea = (area: Area): ReadonlyMap<string, Value> =>
    new Map(cells.filter(([kind]) => kind === area).map(([, key, value]) => [key, readJson(value)] as const));
  const state: Cells = { universal: ofArea("universal"), local: ofArea("local") };
  const { height, s_timestamp, blockhash } = tip;
  return new PlainChain({
    definition,
    codes,
    fee,
    state,
    tip: { height: BigInt(height), s_timestamp: BigInt(s_timestamp), blockhash },
  });
}
