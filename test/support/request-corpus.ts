/** Requests of every kind that a node answers from its chain, drawn at random: valid, invalid and hostile ones. */

export interface CorpusRequest {
  readonly kind: string;
  readonly method: "GET" | "POST";
  /** Path and query string. */
  readonly target: string;
  readonly type?: string;
  readonly body?: string;
}

/** What of a chain the requests name. */
export interface CorpusFacts {
  readonly height: number;
  readonly resourceHeight: number;
  readonly blockhashes: readonly string[];
  readonly transactions: readonly string[];
  readonly addresses: readonly string[];
  readonly codeIds: readonly string[];
  readonly keys: readonly string[];
}

type Draw = () => number;
type Members = Readonly<Record<string, unknown>>;

const FORM = "application/x-www-form-urlencoded";
const HOSTILE: readonly unknown[] = [
  "'; DROP TABLE main_block; --",
  "\u0000",
  "%00",
  "1 OR 1=1",
  "$1",
  "\\x00",
  "\ud800",
  "é".repeat(20),
  "9".repeat(16),
  "-9".repeat(8),
  "1e3",
  " 1",
  "0x10",
  "NaN",
  "null",
  "",
  [],
  {},
  null,
  true,
  false,
  -1,
  0,
  1.5,
  2 ** 53,
  1e21,
  -1e21,
  1e99,
  9_007_199_254_740_993n.toString(),
  ["a"],
  { $gte: 1 },
];

export class Corpus {
  readonly #facts: CorpusFacts;
  readonly #draw: Draw;

  constructor(facts: CorpusFacts, draw: Draw) {
    this.#facts = facts;
    this.#draw = draw;
  }

  /** The kinds of requests. */
  static get kinds(): readonly string[] {
    return Object.keys(KINDS);
  }

  /** A request of a kind; a third of them has a parameter that is wrong in some way. */
  next(kind: string): CorpusRequest {
    const build = KINDS[kind];
    if (build === undefined) throw new RangeError(`no kind ${kind}`);
    return { kind, ...build(this) };
  }

  pick<T>(items: readonly T[], otherwise: T): T {
    return items[Math.floor(this.#draw() * items.length)] ?? otherwise;
  }

  chance(share: number): boolean {
    return this.#draw() < share;
  }

  /** Of all heights: those of blocks, the edges, and none. */
  height(of = this.#facts.height): number {
    return this.pick([this.int(of + 1), 1, of, of + 1, 0, this.int(of + 1), this.int(of + 1)], 1);
  }

  int(below: number): number {
    return Math.floor(this.#draw() * below);
  }

  blockhash(): string {
    return this.chance(0.8) ? this.pick(this.#facts.blockhashes, "") : this.#unknownHash();
  }

  transaction(): string {
    return this.chance(0.8) ? this.pick(this.#facts.transactions, "") : this.#unknownHash();
  }

  address(): string {
    return this.chance(0.8) ? this.pick(this.#facts.addresses, "") : this.#hex(44);
  }

  codeId(): string {
    return this.chance(0.8) ? this.pick(this.#facts.codeIds, "") : this.#hex(64);
  }

  key(): string {
    return this.chance(0.8) ? this.pick(this.#facts.keys, "") : this.#hex(this.pick([64, 108, 128], 64));
  }

  get resourceHeight(): number {
    return this.#facts.resourceHeight;
  }

  /** A system request or registered request, as Request or RawRequest takes it. */
  request(type: string, members: Members): Omit<CorpusRequest, "kind"> {
    const json = JSON.stringify({ type, ...this.#spoiled(members) });
    const form = this.pick(["get", "form", "json", "raw", "loose"], "form");
    if (form === "get") return { method: "GET", target: `/request?request=${encodeURIComponent(json)}` };
    if (form === "form")
      return { method: "POST", target: "/request", type: FORM, body: `request=${encodeURIComponent(json)}` };
    const body = `{"request":${json}}`;
    if (form === "json") return { method: "POST", target: "/Request", type: "application/json", body };
    return {
      method: "POST",
      target: "/rawrequest",
      type: form === "raw" ? "application/json" : "text/plain",
      body,
    };
  }

  /** An operation with a path, by its query string or as a form. */
  operation(path: string, members: Members): Omit<CorpusRequest, "kind"> {
    const query = Object.entries(this.#spoiled(members))
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${encodeURIComponent(toText(value))}`)
      .join("&");
    return this.chance(0.7)
      ? { method: "GET", target: `${path}?${query}` }
      : { method: "POST", target: path, type: FORM, body: query };
  }

  #spoiled(members: Members): Members {
    const names = Object.keys(members);
    if (names.length === 0 || this.chance(2 / 3)) return members;
    const name = this.pick(names, "type");
    if (this.chance(0.2)) {
      const { [name]: _, ...rest } = members;
      return rest;
    }
    return { ...members, [name]: this.pick(HOSTILE, "") };
  }

  #unknownHash(): string {
    const known = this.pick(this.#facts.transactions, "");
    return known.slice(0, 14) + this.#hex(64);
  }

  #hex(length: number): string {
    return Array.from({ length }, () => this.int(16).toString(16)).join("");
  }
}

function toText(value: unknown): string {
  // A lone surrogate cannot be percent-encoded.
  return (typeof value === "string" ? value : JSON.stringify(value)).replaceAll(/[\ud800-\udfff]/g, "?");
}

const PAGES = [1, 2, 3, 0, -1, 1000, 9_007_199_254_740_991];
const COUNTS = [1, 2, 5, 20, 100, 1000, 0, -1, 101, 1001];

const KINDS: Readonly<Record<string, (corpus: Corpus) => Omit<CorpusRequest, "kind">>> = {
  GetBlock: (c) =>
    c.request("GetBlock", {
      target: c.pick<unknown>([c.height(), String(c.height()), c.blockhash(), undefined], undefined),
      full: c.pick<unknown>([true, false, undefined], undefined),
    }),
  ListBlock: (c) =>
    c.request("ListBlock", {
      height: c.pick<unknown>([c.height(), undefined], undefined),
      page: c.pick<unknown>([...PAGES, undefined], 1),
      count: c.pick<unknown>([...COUNTS, undefined, 9999], 1),
      sort: c.pick<unknown>([1, -1, undefined], 1),
    }),
  BlockCount: (c) => c.request("BlockCount", { target: "x", full: false }),
  GetTransaction: (c) => c.request("GetTransaction", { target: c.transaction() }),
  ListTransaction: (c) =>
    c.request("ListTransaction", {
      address: c.pick<unknown>([c.address(), undefined], undefined),
      page: c.pick<unknown>(PAGES, 1),
      count: c.pick(COUNTS, 1),
    }),
  TransactionCount: (c) => c.request("TransactionCount", {}),
  GetCode: (c) =>
    c.request("GetCode", {
      ctype: c.pick<unknown>(["contract", "request", undefined], undefined),
      target: c.codeId(),
    }),
  ListCode: (c) => c.request("ListCode", { page: c.pick<unknown>(PAGES, 1), count: c.pick(COUNTS, 1) }),
  CodeCount: (c) => c.request("CodeCount", {}),
  GetResourceBlock: (c) =>
    c.request("GetResourceBlock", {
      target: c.pick<unknown>([c.height(c.resourceHeight), c.blockhash(), undefined], undefined),
      full: c.pick<unknown>([true, false, undefined], undefined),
    }),
  ListResourceBlock: (c) =>
    c.request("ListResourceBlock", { page: c.pick<unknown>(PAGES, 1), count: c.pick(COUNTS, 1) }),
  ResourceBlockCount: (c) => c.request("ResourceBlockCount", {}),
  GetBlocks: (c) => c.request("GetBlocks", { target: c.height(), full: c.chance(0.5) }),
  GetResourceBlocks: (c) =>
    c.request("GetResourceBlocks", { target: c.height(c.resourceHeight), full: c.chance(0.5) }),
  GetResource: (c) => c.request("GetResource", { address: c.address() }),
  GetBalance: (c) => c.request("GetBalance", { address: c.address() }),
  Unknown: (c) => c.request(c.pick(["", "getbalance", "Nothing", "GetBlock "], ""), { address: c.address() }),
  Inspect: (c) =>
    c.operation("/inspect", { type: c.pick(["universal", "local", "other"], "local"), key: c.key() }),
  StateAt: (c) =>
    c.operation("/stateat", {
      type: c.pick(["universal", "local"], "local"),
      keys: Array.from({ length: c.pick([1, 2, 64, 65], 1) }, () => c.key()).join(","),
      height: c.pick<unknown>([c.height(), undefined], undefined),
    }),
  History: (c) =>
    c.operation("/history", {
      type: c.pick(["universal", "local"], "local"),
      key: c.key(),
      before: c.pick<unknown>([c.height(), undefined], undefined),
    }),
  Trace: (c) => c.operation("/trace", { hash: c.transaction() }),
  WhatIf: (c) =>
    c.operation("/whatif", {
      call: JSON.stringify({
        type: c.pick(["Send", "GetBalance", "Nothing"], "Send"),
        to: c.address(),
        address: c.address(),
        amount: "1",
      }),
      from: c.address(),
      height: c.pick<unknown>([c.height(), undefined], undefined),
    }),
  Weight: (c) =>
    c.operation("/weight", {
      transaction: JSON.stringify({
        type: "Send",
        to: c.address(),
        amount: "1",
        timestamp: 1_800_000_000_000_000,
        from: c.address(),
      }),
      public_key: "00".repeat(32),
      signature: "00".repeat(64),
    }),
  Info: (c) => c.operation("/info", {}),
  Ping: (c) => c.operation("/ping", {}),
};
