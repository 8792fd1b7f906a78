import type { StateKind } from "../../codec/state-key.js";
import { findBlockTarget } from "../../actions/find-hash.js";
import type { Client, ListBlockOptions, ListPage, MainBlockSummary, Target } from "../../client/index.js";
import { memberOf, type Value } from "../../codec/value.js";
import { createAddresses } from "../addresses.js";
import type { ConsoleConnection, Host } from "../connection.js";
import { toValueMap } from "../to-value.js";
import { showBlock, showBlocks, showResourceBlock, showResourceBlocks } from "./views.js";
import { watchNewBlocks, type Watch } from "./watch.js";
import * as errors from "../errors.js";

export const DEFAULT_PAGE: ListPage = { count: 20 };

export interface LiteralOptions {
  /** Whether parameters are taken literally; otherwise names of keys become addresses. */
  readonly raw?: boolean;
}

/** A block as `block get` takes it: a height, a blockhash or part of it, or `latest`. */
type BlockTarget = Target | bigint | Promise<Target | bigint>;

/** `chain`: the contents of the chain. Every member returns a promise. */
export function createChainObject(connection: ConsoleConnection, host: Pick<Host, "keys" | "interruption">) {
  const { client, openChain } = connection;
  const addresses = createAddresses(connection, host);
  const request = async (
    type: string,
    parameters: unknown = {},
    { raw = false }: LiteralOptions = {},
  ): Promise<Value> => {
    const given = toValueMap(parameters);
    const values = raw ? given : await addresses.resolveCall({ kind: "request", type }, given);
    return client.request(new Map<string, Value>([["type", type], ...values]));
  };
  return {
    info: () => client.info(),
    height: () => client.blockCount(),
    block: async (target?: BlockTarget) =>
      showBlock(await client.getBlock(await findBlockTarget(client, await target))),
    blocks: async (options: ListBlockOptions = {}) => {
      assertOrder(options.order);
      return showBlocks(await client.listBlock(options));
    },
    resourceHeight: () => client.resourceBlockCount(),
    resourceBlock: async (target?: BlockTarget) =>
      showResourceBlock(
        await client.getResourceBlock(await findBlockTarget(client, await target, { isResource: true })),
      ),
    resourceBlocks: async (page: Partial<ListPage> = {}) =>
      showResourceBlocks(await client.listResourceBlock({ ...DEFAULT_PAGE, ...page })),
    balance: async (address?: unknown) => readBalance(client, await addresses.resolve(address)),
    resource: async (address?: unknown) => client.getResource(await addresses.resolve(address)),
    /** The value of a state key with the height it was read at. */
    state: (kind: StateKind, key: string) => client.inspect(kind, key),
    request,
    rootSpace: async () => (await openChain()).network.rootSpace,
    /** New blocks as they come: for a loop that awaits, or for a listener until it is stopped. */
    watch(listener?: (block: MainBlockSummary) => unknown): Watch | AsyncIterable<MainBlockSummary> {
      return watchNewBlocks(client, host, listener);
    },
  };
}

/** Throws `LIST_ORDER` for an unknown order, which would otherwise silently count as one of the two. */
function assertOrder(order: unknown): void {
  if (order === undefined || order === "ascending" || order === "descending") return;
  throw errors.listOrder();
}

/** The balance in the smallest unit; null when the address has none. */
export async function readBalance(client: Client, address: string): Promise<Value> {
  const request = new Map<string, Value>([
    ["type", "GetBalance"],
    ["address", address],
  ]);
  return memberOf(await client.request(request), "balance") ?? null;
}
