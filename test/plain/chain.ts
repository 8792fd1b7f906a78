/**
 * The chains of a network of rules 2 (PROTOCOL 8, 9.12, 9.13, 10, 16): checks blocks as they come and computes the state
 * that they leave. Like the machine beside it, it is written from the protocol's text, and shares no code with the node.
 */
import { createPublicKey, verify } from "node:crypto";
import { executeBlock, isPassed, transactionHash, type Called, type SignedTransaction } from "./block.js";
import { readCode, type RegisteredCode } from "./code.js";
import { add, decimal, writeDecimal } from "./decimal.js";
import { cell, hash, idHash, merkleRoot, spaceId, timeHash } from "./hashes.js";
import { readJson, writeJson } from "./json.js";
import { afterBlock, type Area, type Cells, type Updates } from "./state.js";
import { text } from "./text.js";
import { entries, isContainer, isMap, member, members, type Dictionary, type Value } from "./value.js";

const ZERO_ADDRESS = "0".repeat(44);
const AREAS = ["universal", "local"] as const;
/** The frame of an Ed25519 public key (RFC 8410), before its 32 bytes. */
const KEY_FRAME = "302a300506032b6570032100";

/** The members of a definition that its network key is the hash of, in order (PROTOCOL 16.5). */
const FIELDS = ["network_name", "system_nonce", "genesis_address", "manager_addresses"];
const CONSTANTS = [
  "main_chain_interval",
  "resource_interval",
  "resource_confirm_count",
  "confirm_interval",
  "validator_count",
  "difficulty_change_cycle",
  "default_difficulty",
  "standard_amount",
  "credit_amount",
  "work_limit",
  "cost_table",
];

/** What a chain begins from. All texts are JSON. */
export interface Beginning {
  /** The network definition: counts and times as integers, amounts as text. */
  readonly definition: string;
  readonly codes: readonly string[];
  readonly fee: string | null;
  readonly state: Cells;
  readonly tip: { readonly height: bigint; readonly s_timestamp: bigint; readonly blockhash: string };
}

interface ResourceBlock {
  readonly height: bigint;
  readonly blockhash: string;
  readonly timestamp: bigint;
  readonly difficulty: string;
  readonly main_height: bigint;
  readonly validator: string;
  readonly miner: string;
}

const NO_RESOURCE_BLOCK: ResourceBlock = {
  height: 0n,
  blockhash: "",
  timestamp: 0n,
  difficulty: "",
  main_height: 0n,
  validator: "",
  miner: "",
};

/** Thrown for a block that breaks a rule. */
export class InvalidBlock extends Error {}

export class PlainChain {
  readonly #definition: Dictionary;
  readonly #codes: readonly RegisteredCode[];
  readonly #fee: RegisteredCode | undefined;
  readonly #networkAddress: string;
  readonly #rootSpace: string;
  readonly #mainBlocks = new Map<string, bigint>();
  readonly #resourceBlocks: ResourceBlock[] = [];
  #tip: Beginning["tip"];
  #state: Cells;

  constructor(beginning: Beginning) {
    this.#definition = mapOf(readJson(beginning.definition));
    this.#codes = beginning.codes.map(readCode);
    this.#fee = beginning.fee === null ? undefined : readCode(beginning.fee);
    this.#networkAddress = idHash(hash(networkPhrase(this.#definition)));
    this.#rootSpace = hash(textOf(this.#definition, "system_nonce"));
    this.#tip = beginning.tip;
    this.#mainBlocks.set(beginning.tip.blockhash, beginning.tip.height);
    this.#state = beginning.state;
  }

  get state(): Cells {
    return this.#state;
  }

  /** Takes the next block of the resource chain (PROTOCOL 10.2, 10.3, 10.4, 16.3). */
  addResourceBlock(source: string): void {
    const block = mapOf(readJson(source));
    const parent = this.#resourceBlocks.at(-1) ?? NO_RESOURCE_BLOCK;
    const [height, timestamp] = [integerOf(block, "height"), integerOf(block, "timestamp")];
    const [validator, miner] = [textOf(block, "validator"), textOf(block, "miner")];
    const difficulty = textOf(block, "difficulty");
    const main_height = integerOf(block, "main_height");
    const genesis = textOf(this.#definition, "genesis_address");
    need(writeJson(member(block, "receipts")) === "[]", "it holds receipts");
    need(height === parent.height + 1n, "its height");
    need(textOf(block, "previous_blockhash") === parent.blockhash, "its parent");
    need(difficulty === this.#difficultyAt(height), `its difficulty is not ${this.#difficultyAt(height)}`);
    need(timestamp > parent.timestamp + this.#constant("main_chain_interval"), "its time");
    need(main_height >= parent.main_height, "an older main block");
    need(this.#mainBlocks.get(textOf(block, "main_blockhash")) === main_height, "no such main block");
    if (height <= this.#constant("resource_confirm_count"))
      need(validator === genesis && miner === genesis, "not of the genesis address");
    const header = hash(
      new Map<string, Value>([
        ["height", height],
        ["timestamp", timestamp],
        ["receipt_root", merkleRoot([])],
        ["main_height", main_height],
        ["main_blockhash", textOf(block, "main_blockhash")],
        ["validator", validator],
        ["miner", miner],
      ]),
    );
    const root = hash(parent.blockhash + header + textOf(block, "nonce"));
    const limit = (2n ** 256n / BigInt(difficulty)).toString(16).padStart(64, "0");
    need(root <= limit, "its proof of work");
    const blockhash = timeHash(root, timestamp);
    need(textOf(block, "blockhash") === blockhash, "its blockhash");
    this.#resourceBlocks.push({ height, blockhash, timestamp, difficulty, main_height, validator, miner });
  }

  /** Takes the next block of the main chain (PROTOCOL 8, 16.1, 16.2, 16.5, 16.8). */
  addMainBlock(source: string): void {
    const block = mapOf(readJson(source));
    const [height, time] = [integerOf(block, "height"), integerOf(block, "s_timestamp")];
    const previous = textOf(block, "previous_blockhash");
    const interval = this.#constant("main_chain_interval");
    need(height === this.#tip.height + 1n && previous === this.#tip.blockhash, "its place");
    need(time % interval === 0n && time >= this.#tip.s_timestamp + interval, "its time");
    const before = time - this.#constant("confirm_interval");
    const confirmed =
      this.#resourceBlocks.findLast(({ timestamp }) => timestamp < before) ?? NO_RESOURCE_BLOCK;
    need(textOf(block, "resource_blockhash") === confirmed.blockhash, "another resource block");

    const called = entries(dictionaryOf(block, "transactions")).map(([key, record]) =>
      this.#read(key, record, time),
    );
    const hashes = called.map(({ signed }) => transactionHash(signed.transaction));
    need(
      hashes.length > 0 && hashes.every((each, index) => index === 0 || (hashes[index - 1] ?? "") < each),
      "its order",
    );
    const input = { transactions: called, postProcess: this.#fee, before: this.#state, rules: 2 } as const;
    const { results, updates } = executeBlock(input);
    need(results.every(isPassed), "a transaction fails");
    this.#settle(updates, BigInt(called.length), confirmed.height);
    for (const area of AREAS)
      need(
        writeJson(updatesToValue(updates[area])) === writeJson(member(block, `${area}_updates`)),
        `${area} updates`,
      );

    const leaves = AREAS.flatMap((area) =>
      [...updates[area]].map(([key, update]) => key + hash(updateToValue(update))),
    );
    const block_root = hash(merkleRoot(hashes) + merkleRoot(leaves.sort()));
    const header = hash(
      new Map<string, Value>([
        ["height", height],
        ["s_timestamp", time],
        ["resource_blockhash", confirmed.blockhash],
        ["block_root", block_root],
      ]),
    );
    const blockhash = timeHash(previous + header, time);
    need(textOf(block, "blockhash") === blockhash, "its blockhash");
    this.#checkSeal(dictionaryOf(block, "seal"), { blockhash, time, confirmed: confirmed.height });
    this.#state = afterBlock(this.#state, updates);
    this.#tip = { height, s_timestamp: time, blockhash };
    this.#mainBlocks.set(blockhash, height);
  }

  #read(key: string, record: Value, time: bigint): Called {
    const signed = mapOf(record);
    const transaction = dictionaryOf(signed, "transaction");
    const [public_key, signature] = [textOf(signed, "public_key"), textOf(signed, "signature")];
    const timestamp = integerOf(transaction, "timestamp");
    need(
      transactionHash(transaction) === key && isSigned(key, public_key, signature),
      "a transaction's hash or signature",
    );
    need(this.#tip.s_timestamp < timestamp && timestamp <= time, "a transaction's time");
    need(member(transaction, "from") === idHash(public_key), "a transaction's sender");
    need(member(transaction, "network") === this.#networkAddress, "a transaction's network");
    const [cid, type] = [member(transaction, "cid"), member(transaction, "type")];
    const code = this.#codes.find(
      ({ writer, space, name }) => spaceId(writer, space) === cid && name === type,
    );
    if (code === undefined) throw new InvalidBlock("a transaction's contract");
    return { code, signed: { transaction, public_key, signature } satisfies SignedTransaction };
  }

  /** What every block writes after its transactions (PROTOCOL 8.7, 8.8, 16.3). */
  #settle(updates: Updates, transactions: bigint, confirmed: bigint): void {
    const read = (area: Area, key: string): Value => {
      const update = updates[area].get(cell(key));
      return update === undefined ? (this.#state[area].get(cell(key)) ?? null) : update.new;
    };
    const write = (area: Area, key: string, value: Value): void => {
      const update = updates[area].get(cell(key));
      if (update === undefined)
        updates[area].set(cell(key), { old: this.#state[area].get(cell(key)) ?? null, new: value });
      else update.new = value;
    };
    const own = (attribute: string): string => this.#prefix(attribute) + ZERO_ADDRESS;
    write("local", own("transaction_count"), whole(read("local", own("transaction_count"))) + transactions);
    const fixed = whole(read("local", own("fixed_height")));
    if (confirmed <= fixed) return;
    const paid = Number(fixed) + 1;
    const first = Math.max(1, paid - Number(this.#constant("validator_count")) + 1);
    const miners = this.#resourceBlocks.slice(first - 1, paid).map(({ miner }) => miner);
    const amount = fixed < this.#constant("resource_confirm_count") ? "credit_amount" : "standard_amount";
    const recycled = decimal(read("local", own("recycle_resource")) ?? "0");
    const total =
      BigInt(textOf(this.#definition, "constants", amount)) + recycled.units / 10n ** BigInt(recycled.scale);
    const share = total / BigInt(miners.length);
    for (const miner of new Set(miners)) {
      const key = this.#prefix("resource") + miner;
      const held = decimal(read("universal", key) ?? "0");
      const listings = BigInt(miners.filter((each) => each === miner).length);
      write("universal", key, writeDecimal(add(held, { units: share * listings, scale: 0 }, held.scale)));
    }
    write("local", own("fixed_height"), fixed + 1n);
    write("local", own("recycle_resource"), "0");
  }

  /** The newest slot's entry alone, or entries of more than 0.6 of the slots (PROTOCOL 9.13, 9.14, 16.1). */
  #checkSeal(seal: Dictionary, block: { blockhash: string; time: bigint; confirmed: bigint }): void {
    const slots = this.#slots(block.confirmed);
    const sealing = new Set(
      entries(seal).flatMap(([signer, value]) => {
        const entry = mapOf(value);
        const key = textOf(entry, "public_key");
        const isValid =
          member(entry, "hypothesis_hash") === block.blockhash &&
          member(entry, "s_timestamp") === block.time &&
          idHash(key) === signer &&
          isSigned(block.blockhash, key, textOf(entry, "signature"));
        return isValid ? [signer] : [];
      }),
    );
    const votes = slots.filter((slot) => sealing.has(slot)).length;
    need(slots.length > 0 && (sealing.has(slots.at(-1) ?? "") || votes * 5 > slots.length * 3), "its seal");
  }

  #slots(confirmed: bigint): readonly string[] {
    if (confirmed <= this.#constant("resource_confirm_count"))
      return [textOf(this.#definition, "genesis_address")];
    if (confirmed === (this.#resourceBlocks.at(-1)?.height ?? 0n)) return [];
    const first = Math.max(1, Number(confirmed - this.#constant("validator_count")) + 1);
    return this.#resourceBlocks.slice(first - 1, Number(confirmed)).map(({ validator }) => validator);
  }

  /** PROTOCOL 10.6, 16.3 */
  #difficultyAt(height: bigint): string {
    const cycle = this.#constant("difficulty_change_cycle");
    if (height <= cycle) return textOf(this.#definition, "constants", "default_difficulty");
    const parent = BigInt(this.#resourceBlocks.at(-1)?.difficulty ?? "1");
    if (height % cycle !== 1n) return parent.toString();
    const from = height - cycle - 1n > 1n ? height - cycle - 1n : 1n;
    const to = height - 1n;
    const timeAt = (at: bigint): bigint => this.#resourceBlocks[Number(at) - 1]?.timestamp ?? 0n;
    const gap = timeAt(to) - timeAt(from);
    const ratio = gap === 0n ? 0n : ((to - from) * this.#constant("resource_interval") * 1000n) / gap;
    const weight = ratio < 250n ? 250n : ratio > 4000n ? 4000n : ratio;
    const next = (parent * weight) / 1000n;
    return (next < 1n ? 1n : next).toString();
  }

  #prefix(attribute: string): string {
    return hash(ZERO_ADDRESS + this.#rootSpace + attribute);
  }

  #constant(name: string): bigint {
    return integerOf(dictionaryOf(this.#definition, "constants"), name);
  }
}

/** The canonical text of the definition: its fields in order, `peers` left out (PROTOCOL 16.5). */
function networkPhrase(definition: Dictionary): string {
  const constants = dictionaryOf(definition, "constants");
  return writeJson(
    new Map<string, Value>([
      ...FIELDS.map((name) => [name, member(definition, name)] as const),
      [
        "constants",
        new Map(
          CONSTANTS.filter((name) => constants.has(name)).map((name) => [name, member(constants, name)]),
        ),
      ],
    ]),
  );
}

function isSigned(signed: string, publicKey: string, signature: string): boolean {
  const key = createPublicKey({
    key: Buffer.from(KEY_FRAME + publicKey, "hex"),
    format: "der",
    type: "spki",
  });
  return verify(null, Buffer.from(signed), key, Buffer.from(signature, "hex"));
}

function updatesToValue(updates: Updates[Area]): Value {
  return updates.size === 0
    ? []
    : new Map([...updates].map(([key, update]) => [key, updateToValue(update)] as const));
}

function updateToValue(update: { readonly old: Value; readonly new: Value }): Value {
  return new Map([
    ["old", update.old],
    ["new", update.new],
  ]);
}

function need(holds: boolean, what: string): void {
  if (!holds) throw new InvalidBlock(what);
}

function whole(value: Value): bigint {
  return typeof value === "bigint" ? value : 0n;
}

function mapOf(value: Value): Dictionary {
  if (isMap(value)) return value;
  if (isContainer(value) && members(value).length === 0) return new Map();
  throw new InvalidBlock("a map is missing");
}

function dictionaryOf(map: Dictionary, name: string): Dictionary {
  return mapOf(member(map, name));
}

function integerOf(map: Dictionary, name: string): bigint {
  const value = member(map, name);
  if (typeof value !== "bigint") throw new InvalidBlock(`${name} is no integer`);
  return value;
}

function textOf(map: Dictionary, ...path: readonly string[]): string {
  let value: Value = map;
  for (const name of path) value = member(mapOf(value), name);
  if (typeof value !== "string") throw new InvalidBlock(`${path.join(".")} is no text`);
  return text(value);
}
