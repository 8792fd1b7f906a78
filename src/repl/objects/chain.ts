import type { StateKind } from "../../codec/state-key.js";
import { findBlockTarget } from "../../actions/find-hash.js";
import type { Client, ListBlockOptions, ListPage, MainBlockSummary, Target } from "../../client/index.js";
import { memberOf, type Value, objectToMap } from "../../codec/value.js";
import { createAddresses } from "../addresses.js";
import type { ConsoleConnection, Host } from "../connection.js";
import { toValueMap } from "../to-value.js";
import { showBlock, showBlocks, showResourceBlock, showResourceBlocks } from "./views.js";
import * as errors from "../errors.js";
import { watchBlocks, watchedMainChain } from "../../actions/watch-blocks.js";
import { ChainError } from "../../codec/chain-error.js";
import { pause } from "../../actions/wait.js";
import { printable } from "../print/shown-as.js";

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
  const request = objectToMap({ type: "GetBalance", address });
  return memberOf(await client.request(request), "balance") ?? null;
}

/** A listener that stays active while other statements run. */
interface Watch {
  stop(): void;
}

/** Yields new blocks until the statement is interrupted, or passes them to a listener until it is stopped. */
function watchNewBlocks(
  client: Client,
  { interruption }: Pick<Host, "interruption">,
  listener: ((block: MainBlockSummary) => unknown) | undefined,
): Watch | AsyncIterable<MainBlockSummary> {
  const chain = watchedMainChain(client);
  if (listener === undefined) return watchBlocks(chain, { signal: interruption() });
  const controller = new AbortController();
  const { signal } = controller;
  const listen = async (): Promise<void> => {
    let from: number | undefined;
    while (!signal.aborted) {
      const count = await settled(chain.count(), signal);
      if (count === null) continue;
      from ??= count + 1;
      const blocks = watchBlocks(chain, { from, signal });
      for (;;) {
        const next = await settled(blocks.next(), signal);
        if (next === null) break;
        if (next.done === true) return;
        from = next.value.height + 1;
        // The failure of a listener is an error that nothing awaits.
        await listener(next.value);
      }
    }
  };
  void listen();
  return printable(
    { stop: () => controller.abort() },
    () => "watches new blocks, until its stop() is called",
  );
}

const AWAY: ReadonlySet<string> = new Set(["unreachable", "unavailable"]);

/** The next block; null when the node is away, after a pause, so that watching continues when it is back. */
async function settled<T>(next: Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await next;
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof ChainError) || !AWAY.has(error.kind)) throw error;
    await pause(signal).catch(() => undefined);
    return null;
  }
}
