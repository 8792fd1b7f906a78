import { PREFIX_LENGTH, statePrefix, type StateKind } from "../codec/state-key.js";
import { operatorCalls } from "../records/operator-calls.js";
import type { Method } from "../records/code.js";

/** The attributes of cells by their state prefix, as codes name them. */
export class AttributeNames {
  readonly #names = new Map<string, string>();
  readonly #known = new WeakSet<Method>();

  learn(method: Method): void {
    if (this.#known.has(method)) return;
    this.#known.add(method);
    for (const attribute of attributesOf(method))
      this.#names.set(statePrefix(method.writer, method.space, attribute), attribute);
  }

  /** The attribute and key of a cell; the prefix stands for an attribute that no code names literally. */
  split(stateKey: string): { readonly attribute: string; readonly key: string } {
    const prefix = stateKey.slice(0, PREFIX_LENGTH);
    return { attribute: this.#names.get(prefix) ?? prefix, key: stateKey.slice(PREFIX_LENGTH) };
  }
}

/** The kind of state that an operator reads or writes. */
export const CELL_OPERATORS: ReadonlyMap<string, StateKind> = new Map([
  ["$read_universal", "universal"],
  ["$write_universal", "universal"],
  ["$read_local", "local"],
  ["$write_local", "local"],
]);

/** An attribute that a code reads or writes; null when the code computes its name. */
export interface UsedAttribute {
  readonly kind: StateKind;
  readonly attribute: string | null;
}

/** Returns each attribute that a code names literally, once for each place. */
export function attributesOf(method: Pick<Method, "executions">): readonly string[] {
  return usedAttributes(method).flatMap(({ attribute }) => (attribute === null ? [] : [attribute]));
}

export function usedAttributes({ executions }: Pick<Method, "executions">): readonly UsedAttribute[] {
  return Array.from(operatorCalls(executions)).flatMap(([operator, [name]]) => {
    const kind = CELL_OPERATORS.get(operator);
    return kind === undefined ? [] : [{ kind, attribute: typeof name === "string" ? name : null }];
  });
}
