import { ChainError } from "../../codec/chain-error.js";
import type { CodeKind } from "../../records/code-layout.js";

/** Throws `CODE_KIND` for an unknown kind of code, which would find nothing. */
export function assertKind(kind: unknown): asserts kind is CodeKind | undefined {
  if (kind === undefined || kind === "contract" || kind === "request") return;
  throw new ChainError("CODE_KIND", "A kind of code is 'contract' or 'request'. ", {
    kind: "usage",
    details: { kind: typeof kind === "string" ? kind : typeof kind },
  });
}
