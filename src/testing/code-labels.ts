import { canonicalJson } from "../codec/canonical-json.js";
import type { Code } from "../contract/code.js";
import { cidOf, type Method } from "../records/code.js";
import { debugLabels, NO_LABELS, type DebugLabels } from "../replay/trial/debugged.js";

/** What `debug` labels in the codes that a test publishes. */
export class CodeLabels {
  readonly #labelled: { readonly code: Code; readonly method: Method }[] = [];
  readonly #known = new WeakMap<Method, DebugLabels>();

  add(code: Code, method: Method): void {
    if ([...code.places.values()].some(({ labels }) => labels !== undefined))
      this.#labelled.push({ code, method });
  }

  /** The labels of a method as a chain runs it. */
  of(method: Method): DebugLabels {
    if (this.#labelled.length === 0) return NO_LABELS;
    const known = this.#known.get(method);
    if (known !== undefined) return known;
    const code = this.#labelled.findLast((each) => isSameMethod(each.method, method))?.code;
    const labels = code === undefined ? NO_LABELS : debugLabels(method, code.record, code.places);
    this.#known.set(method, labels);
    return labels;
  }
}

function isSameMethod(one: Method, other: Method): boolean {
  return (
    one.kind === other.kind &&
    one.name === other.name &&
    cidOf(one) === cidOf(other) &&
    canonicalJson(one.executions) === canonicalJson(other.executions)
  );
}
