import { ZERO_ADDRESS } from "../codec/address.js";
import { PREFIX_LENGTH, stateKeyPrefix, statePrefix } from "../codec/state-key.js";
import type { Method } from "./code.js";
import { operatorCalls } from "./operator-calls.js";
import { SYSTEM_ATTRIBUTES } from "./network.js";
import type { ReadableCode } from "./stored-code.js";

interface NamedAttribute<Code> {
  /** Null for the network's own space and for an unknown one. */
  readonly space: string | null;
  /** Null when no code names it. */
  readonly attribute: string | null;
  readonly codes: readonly Code[];
}

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
    for (const attribute of Object.keys(SYSTEM_ATTRIBUTES))
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
  const names = Array.from(
    operatorCalls(executions),
    ([operator, [name]]) => NAMES_CELL.test(operator) && name,
  );
  return new Set(names.filter((name) => typeof name === "string"));
}
