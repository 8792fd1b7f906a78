import type { AnyNode } from "acorn";

/** Yields a syntax node and all nodes below it; those inside functions only with `hasFunctions`. */
export function* nodesOf(node: AnyNode, hasFunctions: boolean): Generator<AnyNode, void, undefined> {
  yield node;
  if (!hasFunctions && /Function/.test(node.type)) return;
  for (const member of Object.values(node)) {
    for (const item of Array.isArray(member) ? member : [member]) {
      if (isNode(item)) yield* nodesOf(item, hasFunctions);
    }
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
