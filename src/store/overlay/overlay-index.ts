import { isPartOf, type HashPart } from "../../codec/hash-part.js";
import { padStateKey, type StateKind } from "../../codec/state-key.js";
import { parseJson } from "../../codec/parse-json.js";
import { memberOf } from "../../codec/value.js";
import type {
  AskedCalls,
  AskedCellPage,
  CalledCode,
  ListedCellPage,
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
export class OverlayIndex implements ChainIndex {
  readonly #parts: OverlayParts;

  constructor(parts: OverlayParts) {
    this.#parts = parts;
  }

  async find(kind: NamedKind, part: HashPart, count: number): Promise<readonly FoundName[]> {
    const own = this.#ownNames(kind).filter(({ id }) => isPartOf(part, id));
    const below = (await this.#parts.base.index?.find(kind, part, count)) ?? [];
    const isOfCell = kind === "universal" || kind === "local";
    const found = new Map<string, FoundName>();
    for (const name of [...own, ...below]) {
      const cell = isOfCell ? padStateKey(name.id) : name.id;
      if (!found.has(cell)) found.set(cell, name);
    }
    return [...found.values()].slice(0, count);
  }

  /** The last ones first. */
  #ownNames(kind: NamedKind): readonly FoundName[] {
    const { main, resource, cells } = this.#parts;
    if (kind === "block")
      return main.own.map(({ block: { blockhash: id, height } }) => ({ id, height })).toReversed();
    if (kind === "resourceBlock")
      return resource.own.map(({ blockhash: id, height }) => ({ id, height })).toReversed();
    if (kind === "transaction") return main.transactions().map(({ hash: id, height }) => ({ id, height }));
    const names =
      kind === "address"
        ? main.own.flatMap(({ transactions }) => transactions.flatMap(({ addresses }) => addresses))
        : cells[kind].keysOf(0, main.own.length);
    return names.map((id) => ({ id, height: null }));
  }

  async listCalls({ code, before, count }: AskedCalls): Promise<readonly FoundCall[]> {
    const own = await this.#ownCalls(code);
    const below = (await this.#parts.base.index?.listCalls({ code, before, count })) ?? [];
    return [...own.filter(({ number }) => number < before).toReversed(), ...below].slice(0, count);
  }

  async countCalls(code: CalledCode, firsts: readonly number[]): Promise<readonly number[]> {
    const own = await this.#ownCalls(code);
    const below = (await this.#parts.base.index?.countCalls(code, firsts)) ?? [];
    return firsts.map(
      (first, index) => (below[index] ?? 0) + own.filter(({ number }) => number <= first).length,
    );
  }

  async #ownCalls({ type, cid }: CalledCode): Promise<readonly FoundCall[]> {
    const { main } = this.#parts;
    const { transactions: before } = await this.#baseEnd();
    return main.own
      .flatMap(({ block: { height }, transactions }) => transactions.map((each) => ({ ...each, height })))
      .flatMap(({ hash, record, addresses: [sender = ""], height }, index) => {
        const called = memberOf(parseJson(record), "transaction") ?? null;
        const isCalled = memberOf(called, "type") === type && (memberOf(called, "cid") ?? null) === cid;
        return isCalled ? [{ number: before + index + 1, hash, height, sender }] : [];
      });
  }

  async pastEnds(timesUs: readonly number[]): Promise<readonly PastEnd[]> {
    const { base, main, resource } = this.#parts;
    const below = (await base.index?.pastEnds(timesUs)) ?? [];
    const fresh = await this.#freshAddresses();
    return timesUs.map((timeUs, index) => {
      const before = below[index] ?? NOTHING;
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
  }

  async #baseEnd(): Promise<PastEnd> {
    const ends = await this.#parts.base.index?.pastEnds([Number.MAX_SAFE_INTEGER]);
    return ends?.[0] ?? NOTHING;
  }

  /** The addresses that no transaction of the base names. */
  async #freshAddresses(): Promise<ReadonlySet<string>> {
    const { base, main } = this.#parts;
    const fresh = new Set(
      main.own.flatMap(({ transactions }) => transactions.flatMap(({ addresses }) => addresses)),
    );
    for (const address of fresh)
      if (
        ((await base.index?.find("address", { head: address, tail: "" }, 1)) ?? []).some(
          ({ id }) => id === address,
        )
      )
        fresh.delete(address);
    return fresh;
  }

  async listCells({ kind, prefix, after, height, count }: AskedCellPage): Promise<ListedCellPage> {
    const { store, main } = this.#parts;
    const keys = new Map((await store.listState(kind, prefix)).map(({ key }) => [padStateKey(key), key]));
    for await (const { [kind]: later } of store.writtenKeys(height, main.last?.height ?? 0))
      for (const key of later) if (key.startsWith(prefix)) keys.set(padStateKey(key), key);
    const ahead = [...keys]
      .filter(([cell]) => cell > after)
      .toSorted(([left], [right]) => (left < right ? -1 : 1));
    const cells: ListedCell[] = [];
    for (const [cell, key] of ahead.slice(0, count)) {
      const [version] = await store.cellVersions({ kind, cell, before: height + 1, count: 1 });
      if (version !== undefined && version.value !== null) cells.push({ key, ...version });
    }
    return { cells, next: ahead.length < count ? null : (ahead[count - 1]?.[0] ?? null) };
  }
}
