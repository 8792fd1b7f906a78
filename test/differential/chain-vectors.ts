import { fileURLToPath } from "node:url";
import { makeChain } from "./make-chain.js";

/** The generated chains of rules 2, which any implementation of PROTOCOL 16 accepts. */
export const CHAIN_VECTORS = fileURLToPath(new URL("../../../test/vectors/rules-2.ndjson", import.meta.url));

const CHAINS = 12;
const SEED = 16;

export async function chainVectorsText(): Promise<string> {
  let text = "";
  for (let index = 0; index < CHAINS; index += 1)
    text += `${JSON.stringify(await makeChain({ seed: SEED, index }))}\n`;
  return text;
}
