import type { Client, SystemRequests } from "../../client/index.js";
import { listAllCodes } from "../../client/list-all-codes.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { ChainError } from "../../codec/chain-error.js";
import { hashOf } from "../../codec/hash.js";
import { stateKeyPrefix, statePrefix } from "../../codec/state-key.js";
import { entriesOf, isContainer, type Value } from "../../codec/value.js";
import {
  answerChainQueryFrom,
  type ChainAnswers,
  type RequestOperator,
} from "../../ledger/requests/chain-queries.js";
import { parseCode } from "../../records/code.js";
import type { MainBlock } from "../../records/main-block.js";
import { createNetwork, PUBLIC_NETWORK, type NetworkDefinition } from "../../records/network.js";
import { findMainBlock } from "../remote/find-main-block.js";
import { recognizeNetwork } from "../remote/recognize-network.js";
import { RemoteResourceChain } from "../remote/remote-resource-chain.js";
import type { ChainSource } from "./chain-source.js";
import { oldValuesIn } from "./old-values.js";
import { readPinnedCells, type PinnedReading } from "./pinned-cells.js";
import { restoreCodes } from "./state-before.js";
import { TrialCodes } from "./trial-codes.js";

/** What is asked of a node. */
export type SourceClient = SystemRequests & Pick<Client, "request" | "inspect">;

/**
 * A running node's chain over HTTP: codes from ListCode, cells from Inspect, blocks from GetBlocks. Codes and cells are
 * those of one height, though the node moves on meanwhile. The definition of its network is recognized where nobody gives
 * it.
 */
export async function createClientSource(
  client: SourceClient,
  given: NetworkDefinition | null = null,
): Promise<ChainSource> {
  const height = await client.blockCount();
  const texts = await listAllCodes(client);
  const definition = given ?? (await recognizeNetwork(client));
  const network = createNetwork(definition ?? PUBLIC_NETWORK, await findRootSpace(client, texts));
  const codes = new TrialCodes(network, []);
  codes.register(texts);
  const answers = createAnswers(client);
  const valuesBefore: ChainSource["valuesBefore"] = (fromHeight, keys) =>
    oldValuesIn(readBlocks(client, fromHeight), keys);
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
  // Codes are listed as they are now.
  if ((await client.blockCount()) !== height) await restoreCodes(source, height + 1);
  return source;
}

/**
 * A node does not say its root space, but GetCode answers by state key, and a space can be compared with its prefix
 * (PROTOCOL 6): the one that most networks have, or that of a registered code.
 */
async function findRootSpace(client: SourceClient, codes: readonly string[]): Promise<string> {
  const request = new Map<string, Value>([
    ["type", "GetCode"],
    ["ctype", "contract"],
    ["target", "00"],
  ]);
  const answer = await client.request(request);
  const [key] = isContainer(answer) ? Array.from(entriesOf(answer), ([name]) => name) : [];
  const prefix = stateKeyPrefix(key ?? "");
  const spaces = [hashOf(PUBLIC_NETWORK.system_nonce), ...codes.map((text) => parseCode(text).space)];
  const rootSpace = spaces.find((space) => statePrefix(ZERO_ADDRESS, space, "contract") === prefix);
  if (rootSpace !== undefined) return rootSpace;
  throw new ChainError("ROOT_SPACE_UNKNOWN", "The node does not show which space is its network's own. ", {
    kind: "unavailable",
    advice: "Where its data directory is at hand: --offline --data-dir <dir>",
  });
}

function createAnswers(client: SourceClient): ChainAnswers {
  return {
    request: (operator, parameters) => {
      const given = [...parameters].filter(([, value]) => value !== "");
      return client.request(new Map<string, Value>([["type", requestTypeOf(operator)], ...given]));
    },
    listUniversal() {
      throw new ChainError("CELLS_UNLISTED", "A node does not list cells over HTTP. ", {
        advice: "Where its data directory is at hand: --offline --data-dir <dir>",
      });
    },
  };
}

/** `get_resource_block` → `GetResourceBlock`. */
function requestTypeOf(operator: RequestOperator): string {
  return operator.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

async function* readBlocks(client: SourceClient, from: number): AsyncGenerator<MainBlock, void, undefined> {
  for (let height = from; ;) {
    const blocks = await client.getBlocks(height);
    yield* blocks;
    const last = blocks.at(-1);
    if (last === undefined) return;
    height = last.height + 1;
  }
}
