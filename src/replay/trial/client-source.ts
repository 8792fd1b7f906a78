import { listAllCodes } from "../../client/list-all-codes.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import type { Value } from "../../codec/value.js";
import { answerChainQueryFrom, type ChainAnswers } from "../../ledger/requests/chain-queries.js";
import { createNetwork, PUBLIC_NETWORK, type NetworkDefinition } from "../../records/network.js";
import { findMainBlock } from "../remote/find-main-block.js";
import { readBlocks } from "../remote/read-blocks.js";
import { findRootSpace } from "../remote/find-root-space.js";
import { unlisted } from "../remote/remote-cells.js";
import { RemoteResourceChain } from "../remote/remote-resource-chain.js";
import type { SourceClient } from "../remote/source-client.js";
import { TrueValues } from "../remote/true-values.js";
import type { ChainSource } from "./chain-source.js";
import { firstWritesIn } from "./first-writes.js";
import { readPinnedCells, type PinnedReading } from "./pinned-cells.js";
import { restoreCodes } from "./state-before.js";
import { TrialCodes } from "./trial-codes.js";

/**
 * Creates a source for a running node's chain over HTTP: codes from ListCode, cells from Inspect, blocks from
 * GetBlocks. Codes and cells are of one height, even when the node adds blocks meanwhile.
 *
 * @param definition null when the network is not known.
 */
export async function createClientSource(
  client: SourceClient,
  definition: NetworkDefinition | null,
): Promise<ChainSource> {
  const height = await client.blockCount();
  const listed = await listAllCodes(client);
  const network = createNetwork(definition ?? PUBLIC_NETWORK, await findRootSpace(client, listed));
  const codes = new TrialCodes(network, []);
  codes.list(listed);
  const answers = createAnswers(client);
  const trueValues = new TrueValues(client, network, listed);
  const valuesBefore: ChainSource["valuesBefore"] = async (fromHeight, keys) =>
    trueValues.before(await firstWritesIn(readBlocks(client, fromHeight), keys), fromHeight);
  const reading: PinnedReading = {
    height,
    inspect: (kind, key) => client.inspect(kind, key),
    valuesBefore,
  };
  const source: ChainSource = {
    network,
    isDefinitionKnown: definition !== null,
    codes,
    height,
    readCells: (kind, keys) => readPinnedCells(reading, kind, keys),
    valuesBefore,
    answer: (query) => answerChainQueryFrom(answers, query),
    findBlock: (hash) => findMainBlock(client, hash),
    summary: (height) => client.getBlockSummary(height),
    slots: new RemoteResourceChain(client, await client.resourceBlockCount()),
    blocksFrom: (height) => readBlocks(client, height),
    close: () => Promise.resolve(),
  };
  // ListCode gives the codes of the tip, which has moved.
  if ((await client.blockCount()) !== height) await restoreCodes(source, height + 1);
  return source;
}

function createAnswers(client: SourceClient): ChainAnswers {
  return {
    async request(type, parameters) {
      const given = [...parameters].filter(([, value]) => value !== null);
      return canonicalJson(await client.request(new Map<string, Value>([["type", type], ...given])));
    },
    listUniversal() {
      throw unlisted();
    },
  };
}
