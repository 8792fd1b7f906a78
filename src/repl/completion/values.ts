import type { Client } from "../../client/index.js";
import { listReadableCodes } from "../../client/registered-codes.js";
import type { CodeKind } from "../../records/code-layout.js";
import { SYSTEM_CONTRACTS } from "../../records/operations/system-contracts.js";
import { SYSTEM_REQUESTS } from "../../records/operations/system-requests.js";
import type { NamedKeys } from "../../data/keys/named-keys.js";
import type { ConsoleConnection } from "../connection.js";
import { CONSOLE_NAMES } from "../names/table.js";
import { pooledHashes } from "../../actions/find-hash.js";
import type { OpenCall } from "./line-cursor.js";

/** Actual values that an argument may take, read from the node and the keystore when Tab is pressed. */
export interface ValueSource {
  /** Values inside quotes. */
  texts(call: OpenCall): Promise<readonly string[]>;
  /** The hashes of pooled transactions and of the newest ones in blocks. */
  transactions(): Promise<readonly string[]>;
  /** Values where a number may be. */
  numbers(call: OpenCall): Promise<readonly string[]>;
  members(call: OpenCall): Promise<readonly string[]>;
}

type ArgumentKind =
  "contract" | "request" | "code" | "key" | "address" | "state" | "transaction" | "block" | "resource block";

/** The arguments of the prompt's functions, by function and index, by their kind. All others are addresses. */
const ARGUMENTS: Readonly<Record<Exclude<ArgumentKind, "address">, readonly string[]>> = {
  contract: ["tx.send 0", "tx.build 0"],
  request: ["chain.request 0"],
  code: ["code.call 0", "code.get 0"],
  key: ["tx.send 2", "tx.sign 1", "code.register 1", "code.publish 1", "keys.show 0", "keys.default 0"],
  state: ["chain.state 0"],
  transaction: ["trace 0", "why 0", "sandbox.refusalOf 0", "tx.get 0", "tx.wait 0", "tx.trace 0"],
  block: ["chain.block 0"],
  "resource block": ["chain.resourceBlock 0"],
};
const KINDS = Object.keys(ARGUMENTS) as readonly (keyof typeof ARGUMENTS)[];
const MOST = 20;
const HEIGHTS: ReadonlySet<string> = new Set(["chain.block", "at", "diff", "chain.validators", "node.round"]);
const CALLS: ReadonlyMap<string, CodeKind | undefined> = new Map<string, CodeKind | undefined>([
  ["tx.send", "contract"],
  ["tx.build", "contract"],
  ["code.call", undefined],
  ["chain.request", "request"],
]);

const OPTIONS = new Map(CONSOLE_NAMES.map(({ name, options }) => [name, options]));

export function createValueSource(connection: ConsoleConnection, keys: NamedKeys): ValueSource {
  const { client } = connection;
  const known = knownTexts(connection, keys);
  return {
    transactions: known.transaction,
    texts: ({ name, index }) =>
      known[KINDS.find((kind) => ARGUMENTS[kind].includes(`${name} ${index}`)) ?? "address"](),
    async numbers({ name }) {
      if (name === "chain.resourceBlock") return [String(await client.resourceBlockCount())];
      return HEIGHTS.has(name) ? [String(await client.blockCount())] : [];
    },
    members: async ({ name, index, texts: [type = ""] }) => {
      const options = OPTIONS.get(name)?.get(index);
      return options === undefined ? parameterNames(client, name, type) : [...options.keys()];
    },
  };
}

/** The texts to choose from, by the kind of an argument. */
function knownTexts(
  { client, sandbox }: ConsoleConnection,
  keys: NamedKeys,
): Readonly<Record<ArgumentKind, () => Promise<readonly string[]>>> {
  const accounts = (sandbox?.accounts ?? []).map(({ address }) => address);
  return {
    contract: () => codeNames(client, "contract"),
    request: () => codeNames(client, "request"),
    code: () => codeNames(client),
    key: () => keys.names(),
    async address() {
      const kept = (await keys.keystore.list()).map(({ address }) => address);
      return [...(await keys.names()), ...accounts, ...kept];
    },
    state: async () => ["universal", "local"],
    async transaction() {
      const listed = await client.listTransaction({ count: MOST });
      return [...(await pooledHashes(client)), ...listed.keys()];
    },
    block: async () => blocksOf(await client.listBlock({ count: MOST })),
    "resource block": async () => blocksOf(await client.listResourceBlock({ count: MOST })),
  };
}

function blocksOf(blocks: readonly { readonly blockhash: string }[]): readonly string[] {
  return ["latest", ...blocks.map(({ blockhash }) => blockhash)];
}

async function codeNames(client: Client, kind?: CodeKind): Promise<readonly string[]> {
  const codes = (await listReadableCodes(client)).filter(
    ({ method }) => kind === undefined || method.kind === kind,
  );
  return [...systemNames(kind), ...codes.map(({ method }) => method.name)];
}

async function parameterNames(client: Client, caller: string, type: string): Promise<readonly string[]> {
  if (!CALLS.has(caller)) return [];
  const kind = CALLS.get(caller);
  const system = SYSTEM_CONTRACTS.get(type) ?? SYSTEM_REQUESTS.get(type);
  if (system !== undefined) return system.parameters.map(({ name }) => name);
  const code = (await listReadableCodes(client)).find(
    ({ method }) => method.name === type && (kind === undefined || method.kind === kind),
  );
  return (code?.method.parameters ?? []).map(({ name }) => name);
}

function systemNames(kind: CodeKind | undefined): readonly string[] {
  return [
    ...(kind === "request" ? [] : SYSTEM_CONTRACTS.keys()),
    ...(kind === "contract" ? [] : SYSTEM_REQUESTS.keys()),
  ];
}
