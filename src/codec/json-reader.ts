import * as errors from "./errors.js";
import { JsonTokens } from "./json-tokens.js";
import { EMPTY, type Value } from "./value.js";

/** Containers may nest this deep (PROTOCOL 1.7). */
export const MAX_JSON_DEPTH = 512;

/** The memory of a list or map, in units of a number or a short string. */
const CONTAINER_WEIGHT = 6;

export interface JsonReaderOptions {
  /** The greatest weight of the value: 1 for each value in it, 7 for each list and map. Default: no limit. */
  readonly maxWeight?: number;
  /** The greatest number of members of a list or map. Default: no limit. */
  readonly maxMembers?: number;
  /** The most characters of a string that arrives in several pieces. Default: no limit. */
  readonly maxStringLength?: number;
  /** The same for a number, which is read again from its beginning with each piece. */
  readonly maxNumberLength?: number;
  /** Maps that need not be read again. */
  readonly known?: KnownMaps;
}

/** Maps that the caller already holds. A map with exactly the known text is skipped, and null stands in its place. */
export interface KnownMaps {
  /** The depth of the maps that hold known members. At other depths the same keys mean something else. */
  readonly depth: number;
  /** Returns the text of a known member, given its key and the key of the map that holds it. */
  readonly text: (key: string, inside: string) => string | undefined;
}

/** What the reader accepts next. */
type Expected = "value" | "item or end" | "key or end" | "key" | "colon" | "comma or end" | "nothing";

/** A container that has not ended, linked to the one around it. */
interface Open {
  readonly parent: Open | null;
  readonly depth: number;
  /** Null in a list. */
  readonly map: Map<string, Value> | null;
  /** The members in order. In a map only while its keys are 0,1,…: it may be a list (PROTOCOL 1.5). */
  list: Value[] | null;
  key: string;
}

const [QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [
  0x22, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d,
];
const [LOWER_T, LOWER_F, LOWER_N] = [0x74, 0x66, 0x6e];

/**
 * Reads JSON text as a protocol value (PROTOCOL 1.4, 1.5, 1.6, 1.7), in pieces and in steps, so that a long untrusted
 * text does not block the event loop. `parseJson` does the same at once.
 *
 * Throws `JSON_SYNTAX`, `JSON_DEPTH` or `JSON_WEIGHT` as early as possible.
 */
export class JsonReader {
  readonly #tokens = new JsonTokens();
  #expected: Expected = "value";
  #open: Open | null = null;
  /** The text of a known map that is being skipped. */
  #passing: string | null = null;
  #value: Value = null;
  #weight = 0;
  readonly #maxWeight: number;
  readonly #maxMembers: number;
  readonly #maxStringLength: number;
  readonly #maxNumberLength: number;
  readonly #known: KnownMaps | undefined;

  constructor(options: JsonReaderOptions = {}) {
    this.#maxWeight = options.maxWeight ?? Infinity;
    this.#maxMembers = options.maxMembers ?? Infinity;
    this.#maxStringLength = options.maxStringLength ?? Infinity;
    this.#maxNumberLength = options.maxNumberLength ?? Infinity;
    this.#known = options.known;
  }

  /** Adds the next piece of the text, once the one before is read. A piece must not end inside a surrogate pair. */
  add(piece: string, isLast: boolean): void {
    const tokens = this.#tokens;
    if (tokens.begunLength > this.#maxStringLength || tokens.restLength > this.#maxNumberLength)
      throw errors.jsonWeight();
    tokens.add(piece, isLast);
  }

  /** Reads at most this many tokens. True when everything that was added is read. */
  read(tokens: number): boolean {
    for (let left = tokens; left > 0; left -= 1) if (!this.#step()) return true;
    return false;
  }

  get weight(): number {
    return this.#weight;
  }

  /** The value, once all of the last piece is read. */
  get value(): Value {
    return this.#value;
  }

  /** Reads a token. False when the token is incomplete or everything is read. */
  #step(): boolean {
    if (this.#passing !== null) return this.#passOver(this.#passing);
    const tokens = this.#tokens;
    const unit = tokens.isInString ? QUOTE : tokens.peek();
    if (unit === undefined) return false;
    switch (this.#expected) {
      case "comma or end":
        return this.#next(unit);
      case "colon":
        return this.#colon(unit);
      case "key or end":
        return unit === CLOSE_MAP ? this.#close(EMPTY) : this.#key(unit);
      case "key":
        return this.#key(unit);
      case "item or end":
        return unit === CLOSE_LIST ? this.#close(EMPTY) : this.#begin(unit);
      case "value":
        return this.#begin(unit);
      case "nothing":
        break;
    }
    return Number.isNaN(unit) ? false : tokens.fail("nothing more");
  }

  /** Reads the token that always follows, in the same step. */
  #goOn(): boolean {
    const unit = this.#tokens.peek();
    if (unit === undefined) return false;
    if (this.#expected === "colon") return this.#colon(unit);
    return this.#expected === "key" ? this.#key(unit) : this.#begin(unit);
  }

  #begin(unit: number): boolean {
    if (unit === OPEN_LIST) return this.#enter(null);
    if (unit === OPEN_MAP) return this.#passOver(this.#knownText());
    const value = this.#scalar(unit);
    if (value === undefined) return false;
    this.#weigh(1);
    this.#put(value);
    return true;
  }

  #knownText(): string | null {
    const open = this.#open;
    if (this.#known === undefined || open === null || open.depth !== this.#known.depth) return null;
    return this.#known.text(open.key, open.parent?.key ?? "") ?? null;
  }

  /** Skips the map if it is the known one, else enters it. */
  #passOver(known: string | null): boolean {
    const isPassed = known !== null && this.#tokens.takeText(known);
    this.#passing = isPassed === undefined ? known : null;
    if (isPassed === false) return this.#enter(new Map());
    if (isPassed === undefined) return false;
    this.#weigh(1);
    this.#put(null);
    return true;
  }

  #scalar(unit: number): Value | undefined {
    const tokens = this.#tokens;
    switch (unit) {
      case QUOTE:
        return tokens.string();
      case LOWER_T:
        return tokens.word("true", true);
      case LOWER_F:
        return tokens.word("false", false);
      case LOWER_N:
        return tokens.word("null", null);
      default:
        return tokens.number();
    }
  }

  #enter(map: Map<string, Value> | null): boolean {
    const depth = (this.#open?.depth ?? 0) + 1;
    if (depth > MAX_JSON_DEPTH) {
      throw errors.jsonDepth({ limit: MAX_JSON_DEPTH });
    }
    this.#weigh(CONTAINER_WEIGHT + 1);
    this.#tokens.take();
    this.#open = { parent: this.#open, depth, map, list: map === null ? [] : NO_MEMBERS, key: "" };
    this.#expected = map === null ? "item or end" : "key or end";
    return true;
  }

  #key(unit: number): boolean {
    if (unit !== QUOTE) this.#tokens.fail("a key in quotes");
    const key = this.#tokens.string();
    if (key === undefined) return false;
    if (this.#open !== null) this.#open.key = key;
    this.#expected = "colon";
    return this.#goOn();
  }

  #colon(unit: number): boolean {
    if (unit !== COLON) this.#tokens.fail("a colon");
    this.#tokens.take();
    this.#expected = "value";
    return this.#goOn();
  }

  #next(unit: number): boolean {
    const open = this.#open;
    const isList = open?.map === null;
    if (unit === COMMA) {
      this.#tokens.take();
      this.#expected = isList ? "value" : "key";
      return this.#goOn();
    }
    if (unit === (isList ? CLOSE_LIST : CLOSE_MAP)) return this.#close(open?.list ?? open?.map ?? null);
    return this.#tokens.fail(isList ? "a comma or the list's end" : "a comma or the map's end");
  }

  #close(value: Value): boolean {
    this.#tokens.take();
    this.#open = this.#open?.parent ?? null;
    this.#put(value);
    return true;
  }

  #put(value: Value): void {
    const open = this.#open;
    if (open === null) this.#value = value;
    else if (putMember(open, value) > this.#maxMembers) throw errors.jsonWeight();
    this.#expected = open === null ? "nothing" : "comma or end";
  }

  #weigh(weight: number): void {
    this.#weight += weight;
    if (this.#weight > this.#maxWeight) throw errors.jsonWeight();
  }
}

const NO_MEMBERS: Value[] = [];

/** Adds a member and returns the number of members. A repeated key keeps its first place and takes the last value. */
function putMember(open: Open, value: Value): number {
  const { map, key, list } = open;
  if (map === null) return list?.push(value) ?? 0;
  const size = map.size;
  map.set(key, value);
  if (list === null) return map.size;
  if (map.size === size) list[Number(key)] = value;
  else if (key !== String(size)) open.list = null;
  else if (size === 0) open.list = [value];
  else list.push(value);
  return map.size;
}
