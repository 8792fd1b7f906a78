import { isPartOf } from "../../codec/hash-part.js";
import { padStateKey, type StateKind } from "../../codec/state-key.js";
import { parseJson } from "../../codec/parse-json.js";
import { memberOf } from "../../codec/value.js";
import type {
  CalledCode,
  ChainIndex,
  FoundCall,
  FoundName,
  ListedCell,
  NamedKind,
  PastEnd,
} from "../chain-index.js";
import type { Store, StoreReader } from "../store.js";
import type { OverlayCells } from "./overlay-cells.js";
import type { OverlayMainChain } from "./overlay-main-chain.js";
import type { OverlayResourceChain } from "./overlay-resource-chain.js";

/** Before the first block. */
const NOTHING: PastEnd = { main: 0, resource: 0, transactions: 0, addresses: 0, difficulty: null };

interface OverlayParts {
  readonly base: StoreReader;
  readonly store: Pick<Store, "listState" | "writtenKeys" | "cellVersions">;
  readonly main: OverlayMainChain;
  readonly resource: OverlayResourceChain;
  readonly cells: Readonly<Record<StateKind, OverlayCells>>;
}

/** The lookups over an overlay: those of the base, if it has any, and the few blocks above it. */
export function overlayIndex({ base, store, main, resource, cells }: OverlayParts): ChainIndex {
  const { index } = base;

  /** The last ones first. */
  function ownNames(kind: NamedKind): readonly FoundName[] {
    if (kind === "block")
      return main.own.map(({ block: { blockhash: id, height } }) => ({ id, height })).toReversed();
    if (kind === "resourceBlock")
      return resource.own.map(({ blockhash: id, height }) => ({ id, height })).toReversed();
    if (kind === "transaction") return main.transactions().map(({ hash: id, height }) => ({ id, height }));
    const names = kind === "address" ? ownAddresses() : cells[kind].keysOf(0, main.own.length);
    return names.map((id) => ({ id, height: null }));
  }

  function ownAddresses(): readonly string[] {
    return main.own.flatMap(({ transactions }) => transactions.flatMap(({ addresses }) => addresses));
  }

  async function ownCalls({ type, cid }: CalledCode): Promise<readonly FoundCall[]> {
    const [end] = (await index?.pastEnds([Number.MAX_SAFE_INTEGER])) ?? [];
    const { transactions: before } = end ?? NOTHING;
    return main.own
      .flatMap(({ block: { height }, transactions }) => transactions.map((each) => ({ ...each, height })))
      .flatMap(({ hash, record, addresses: [sender = ""], height }, index) => {
        const called = memberOf(parseJson(record), "transaction") ?? null;
        const isCalled = memberOf(called, "type") === type && (memberOf(called, "cid") ?? null) === cid;
        return isCalled ? [{ number: before + index + 1, hash, height, sender }] : [];
      });
  }

  /** The addresses that no transaction of the base names. */
  async function freshAddresses(): Promise<ReadonlySet<string>> {
    const fresh = new Set(ownAddresses());
    for (const address of fresh) {
      const known = (await index?.find("address", { head: address, tail: "" }, 1)) ?? [];
      if (known.some(({ id }) => id === address)) fresh.delete(address);
    }
    return fresh;
  }

  return {
    async find(kind, part, count) {
      const own = ownNames(kind).filter(({ id }) => isPartOf(part, id));
      const below = (await index?.find(kind, part, count)) ?? [];
      const isOfCell = kind === "universal" || kind === "local";
      const found = new Map<string, FoundName>();
      for (const name of [...own, ...below]) {
        const cell = isOfCell ? padStateKey(name.id) : name.id;
        if (!found.has(cell)) found.set(cell, name);
      }
      return [...found.values()].slice(0, count);
    },
    async listCalls(asked) {
      const own = await ownCalls(asked.code);
      const below = (await index?.listCalls(asked)) ?? [];
      const before = own.filter(({ number }) => number < asked.before);
      return [...before.toReversed(), ...below].slice(0, asked.count);
    },
    async countCalls(code, firsts) {
      const own = await ownCalls(code);
      const below = (await index?.countCalls(code, firsts)) ?? [];
      return firsts.map((first, at) => (below[at] ?? 0) + own.filter(({ number }) => number <= first).length);
    },
    async pastEnds(timesUs) {
      const below = (await index?.pastEnds(timesUs)) ?? [];
      const fresh = await freshAddresses();
      return timesUs.map((timeUs, at) => {
        const before = below[at] ?? NOTHING;
        const blocks = main.own.filter(({ block }) => block.s_timestamp < timeUs);
        const mined = resource.own.findLast(({ timestamp }) => timestamp < timeUs);
        const transactions = blocks.flatMap((block) => block.transactions);
        const named = new Set(transactions.flatMap(({ addresses }) => addresses));
        return {
          main: blocks.at(-1)?.block.height ?? before.main,
          resource: mined?.height ?? before.resource,
          difficulty: mined?.difficulty ?? before.difficulty,
          transactions: before.transactions + transactions.length,
          addresses: before.addresses + [...named].filter((address) => fresh.has(address)).length,
        };
      });
    },
    async listCells({ kind, prefix, after, height, count }) {
      const keys = new Map((await store.listState(kind, prefix)).map(({ key }) => [padStateKey(key), key]));
      for await (const { [kind]: later } of store.writtenKeys(height, main.last?.height ?? 0))
        for (const key of later) if (key.startsWith(prefix)) keys.set(padStateKey(key), key);
      const ahead = [...keys]
        .filter(([cell]) => cell > after)
        .toSorted(([left], [right]) => (left < right ? -1 : 1));
      const found: ListedCell[] = [];
      for (const [cell, key] of ahead.slice(0, count)) {
        const [version] = await store.cellVersions({ kind, cell, before: height + 1, count: 1 });
        if (version !== undefined && version.value !== null) found.push({ key, ...version });
      }
      return { cells: found, next: ahead.length < count ? null : (ahead[count - 1]?.[0] ?? null) };
    },
  };
}
