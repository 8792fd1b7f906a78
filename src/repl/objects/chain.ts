import type { Value } from "../../codec/value.js";
import { memberOf } from "../../codec/value.js";
import type { ListBlockOptions, ListPage, Target } from "../../client/index.js";
import type { Client } from "../../client/index.js";
import { toValueMap } from "../to-value.js";

/** `chain`: what the chain holds. Every member answers a promise. */
export function createChainObject(client: Client) {
  const request = (type: string, parameters: unknown = {}): Promise<Value> =>
    client.request(new Map<string, Value>([["type", type], ...toValueMap(parameters)]));
  return {
    info: () => client.info(),
    height: () => client.blockCount(),
    block: (target?: Target) => client.getBlock(target),
    blocks: (options?: ListBlockOptions) => client.listBlock(options),
    resourceHeight: () => client.resourceBlockCount(),
    resourceBlock: (target?: Target) => client.getResourceBlock(target),
    resourceBlocks: (page: ListPage) => client.listResourceBlock(page),
    /** In the smallest unit; null while the address has none. */
    balance: async (address: string) => memberOf(await request("GetBalance", { address }), "balance") ?? null,
    resource: (address: string) => client.getResource(address),
    /** The value of a state key with the height it was read at. */
    state: (kind: "universal" | "local", key: string) => client.inspect(kind, key),
    /** Any system request or registered request code. */
    request,
  };
}
