import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { padStateKey } from "../../src/codec/state-key.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { verifyMainBlock } from "../../src/ledger/verify-block.js";
import { readMainBlock } from "../../src/records/main-block.js";
import { createNetwork } from "../../src/records/network.js";
import { readNetworkDefinition } from "../../src/records/network-reader.js";
import { readResourceBlock } from "../../src/records/resource-block.js";
import { InvalidBlock } from "../plain/chain.js";
import { seeded, TEST_SEED } from "../support/seeded-random.js";
import { CHAIN_VECTORS, chainVectorsText } from "./chain-vectors.js";
import { AREAS, makeChain, openBeginning, type MadeChain } from "./make-chain.js";
import { plainChain, replayChain } from "./replay-chain.js";

const SAMPLE = 20;

/** The chain's blocks under the node's ledger, as if another node had sent them; the state after them. */
async function applied({ definition, blocks, ...beginning }: MadeChain): Promise<readonly string[]> {
  const network = createNetwork(readNetworkDefinition({ ...JSON.parse(definition), rules: 2 }));
  const store = await openBeginning(beginning);
  const ledger = await Ledger.open(store, network);
  const nowUs = Number.MAX_SAFE_INTEGER;
  for (const { chain, text } of blocks) {
    if (chain === "resource") await ledger.resourceChain.commit(readResourceBlock(parseJson(text)), nowUs);
    else {
      const block = readMainBlock(parseJson(text));
      await ledger.commit(await verifyMainBlock(ledger, block, { nowUs }), block.seal);
    }
  }
  const after: string[] = [];
  for (const area of AREAS)
    for (const { key, value } of await store.listState(area, ""))
      if (!ledger.registry.isCodeKey(key)) after.push(`${area} ${padStateKey(key)} ${canonicalJson(value)}`);
  await store.close();
  return after.sort();
}

describe("Chains of rules 2 (PROTOCOL 16.1, 16.2, 16.3, 16.5, 16.6, 16.7, 16.8)", () => {
  it("in vectors/rules-2.ndjson are as the script writes them", async () => {
    expect(await readFile(CHAIN_VECTORS, "utf8")).to.equal(await chainVectorsText());
  });

  it("in vectors/rules-2.ndjson are valid, and leave the listed state, for the node and the plain implementation", async () => {
    const lines = (await readFile(CHAIN_VECTORS, "utf8")).trim().split("\n");
    for (const line of lines) {
      const chain = JSON.parse(line) as MadeChain;
      expect(replayChain(chain)).to.equal(null);
      expect(await applied(chain)).to.deep.equal(chain.after);
    }
  });

  // `npm run differential -- --chains 1000` replays more.
  it(seeded("are replayed by the plain implementation with the same state"), async () => {
    const counts = { main: 0, resource: 0 };
    for (let index = 0; index < SAMPLE; index += 1) {
      const chain = await makeChain({ seed: TEST_SEED, index });
      expect(replayChain(chain), `chain ${index}`).to.equal(null);
      for (const block of chain.blocks) counts[block.chain] += 1;
    }
    expect(Math.min(counts.main, counts.resource)).to.be.greaterThan(SAMPLE);
  });

  it("are refused by the plain implementation with any digit of a block changed", async () => {
    const [line = ""] = (await readFile(CHAIN_VECTORS, "utf8")).split("\n");
    const chain = JSON.parse(line) as MadeChain;
    let refused = 0;
    for (const [index, { chain: which, text }] of chain.blocks.entries()) {
      for (const at of digitsIn(text)) {
        const plain = plainChain(chain);
        for (const before of chain.blocks.slice(0, index))
          if (before.chain === "main") plain.addMainBlock(before.text);
          else plain.addResourceBlock(before.text);
        const changed = `${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`;
        const add = (): void =>
          which === "main" ? plain.addMainBlock(changed) : plain.addResourceBlock(changed);
        expect(add, `${which} block ${index}, character ${at}`).to.throw(InvalidBlock);
        refused += 1;
      }
    }
    expect(refused).to.be.greaterThan(50);
  });
});

/** The places of some digits of a block, outside the signatures, of which a block may have more than it needs. */
function digitsIn(text: string): readonly number[] {
  const end = text.includes('"seal"') ? text.indexOf('"seal"') : text.length;
  const digits = Array.from(text.slice(0, end).matchAll(/[0-9]/g), ({ index }) => index);
  return digits.filter((_, index) => index % 17 === 0);
}
