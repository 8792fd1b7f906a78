import type * as FastCheck from "fast-check";
import type { Value } from "../../codec/value.js";
import { wouldMatch } from "../../vm/pattern.js";
import { edgesOf } from "./generators.js";
import type { FuzzWorld } from "./world.js";

/** Two values: sequences then use one of them repeatedly, and sometimes the other. */
const VALUES = 2;
const BODY = /^\/(.*)\/[a-zA-Z]*$/s;

/** Texts, by name, that match a parameter's pattern. Without them, every call is refused. */
export function matchingValues(
  fc: typeof FastCheck,
  { contracts, senders }: Pick<FuzzWorld, "contracts" | "senders">,
): Readonly<Record<string, readonly Value[]>> {
  const addresses = senders.map(({ address }) => address);
  const found = contracts.flatMap(({ method, use }) =>
    (method.parameters ?? []).flatMap((definition) => {
      const pattern = use.patterns.get(definition.name);
      if (pattern === undefined) return [];
      const matches = (value: unknown): boolean => typeof value === "string" && wouldMatch(pattern, value);
      if (edgesOf({ definition, use, addresses }).some(matches)) return [];
      const texts = textsLike(fc, pattern).filter(matches);
      return texts.length === 0 ? [] : [[definition.name, texts] as const];
    }),
  );
  return Object.fromEntries(found);
}

/** Texts that probably match. Empty for a pattern that fast-check cannot read: JavaScript has no such syntax. */
function textsLike(fc: typeof FastCheck, pattern: string): readonly string[] {
  const [, body] = BODY.exec(pattern) ?? [];
  if (body === undefined) return [];
  try {
    return fc.sample(fc.stringMatching(new RegExp(body)), { numRuns: VALUES, seed: 1 });
  } catch {
    return [];
  }
}
