import { ZERO_ADDRESS } from "../codec/address.js";
import { PREFIX_LENGTH, stateKeyPrefix, statePrefix } from "../codec/state-key.js";
import { entriesOf, isContainer, memberOf, type Value } from "../codec/value.js";
import type { Method } from "./code.js";
import { SYSTEM_ATTRIBUTES } from "./network.js";
import type { ReadableCode } from "./stored-code.js";

/** An attribute as codes name it. */
interface NamedAttribute<Code> {
  /** Null for the network's own space and for an unknown one. */
  readonly space: string | null;
  /** Null when no code names it. */
  readonly attribute: string | null;
  /** The codes that name it. */
  readonly codes: readonly Code[];
}

/** A state key as its codes name it. */
export interface CellName<Code> extends NamedAttribute<Code> {
  readonly key: string;
}

/** An operator whose first argument is an attribute of the code's own space (PROTOCOL 7.33, 7.34). */
const NAMES_CELL = /^\$(?:read|write)_(?:universal|local)$/;

/**
 * Names state keys: those of the system's attributes (PROTOCOL 4.5) and those of attributes that registered codes name
 * literally. A prefix is a hash (PROTOCOL 2.1), so an attribute that a code computes stays unknown.
 */
export class CellNames<Code extends Pick<ReadableCode, "method">> {
  readonly #attributes = new Map<string, NamedAttribute<Code>>();

  constructor(rootSpace: string, codes: readonly Code[]) {
    for (const attribute of SYSTEM_ATTRIBUTES)
      this.#attributes.set(statePrefix(ZERO_ADDRESS, rootSpace, attribute), {
        space: null,
        attribute,
        codes: [],
      });
    for (const code of codes) {
      const { writer, space } = code.method;
      const isOwn = space === rootSpace && writer === ZERO_ADDRESS;
      for (const attribute of literalAttributes(code.method)) {
        const prefix = statePrefix(writer, space, attribute);
        const others = this.#attributes.get(prefix)?.codes ?? [];
        this.#attributes.set(prefix, { space: isOwn ? null : space, attribute, codes: [...others, code] });
      }
    }
  }

  nameOf(stateKey: string): CellName<Code> {
    const found = this.#attributes.get(stateKeyPrefix(stateKey));
    return { ...(found ?? { space: null, attribute: null, codes: [] }), key: stateKey.slice(PREFIX_LENGTH) };
  }
}

function literalAttributes({ executions }: Method): ReadonlySet<string> {
  const attributes = new Set<string>();
  const waiting: Value[] = [executions];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (!isContainer(value)) continue;
    for (const [name, member] of entriesOf(value)) {
      const attribute = NAMES_CELL.test(name) ? memberOf(member, "0") : undefined;
      if (typeof attribute === "string") attributes.add(attribute);
      waiting.push(member);
    }
  }
  return attributes;
}
