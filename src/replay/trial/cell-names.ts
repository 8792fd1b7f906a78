import { ZERO_ADDRESS } from "../../codec/address.js";
import { stateKeyPrefix, statePrefix } from "../../codec/state-key.js";
import { entriesOf, isContainer, memberOf, type Value } from "../../codec/value.js";
import type { Method } from "../../records/code.js";
import type { Network } from "../../records/network.js";
import type { ReadableCode } from "../../records/stored-code.js";

/** A state key as its code names it. The attribute is the prefix itself when no code names it. */
export interface CellName {
  /** Null for the network's own space and for an unknown one. */
  readonly space: string | null;
  readonly attribute: string;
  readonly key: string;
}

/** An operator whose first argument is an attribute of the code's own space (PROTOCOL 7.33, 7.34). */
const NAMES_CELL = /^\$(?:read|write)_(?:universal|local)$/;

/**
 * Names state keys: those of the system's attributes (PROTOCOL 4.5) and those of attributes that registered codes name
 * literally. A prefix is a hash (PROTOCOL 2.1), so an attribute that a code computes stays unknown.
 */
export class CellNames {
  readonly #attributes = new Map<string, Omit<CellName, "key">>();

  constructor(network: Network, codes: readonly Pick<ReadableCode, "method">[]) {
    for (const { method } of codes) {
      const { writer } = method;
      const isOwn = method.space === network.rootSpace && writer === ZERO_ADDRESS;
      const space = isOwn ? null : method.space;
      for (const attribute of literalAttributes(method)) {
        this.#attributes.set(statePrefix(writer, method.space, attribute), { space, attribute });
      }
    }
    for (const [attribute, prefix] of Object.entries(network.prefixes))
      this.#attributes.set(prefix, { space: null, attribute });
  }

  nameOf(stateKey: string): CellName {
    const prefix = stateKeyPrefix(stateKey);
    const key = stateKey.slice(prefix.length);
    return { ...(this.#attributes.get(prefix) ?? { space: null, attribute: prefix }), key };
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
