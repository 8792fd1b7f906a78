import type { CodeKind } from "../../records/code-layout.js";
import * as errors from "../errors.js";

/** Throws `CODE_KIND` for an unknown kind of code, which would find nothing. */
export function assertKind(kind: unknown): asserts kind is CodeKind | undefined {
  if (kind === undefined || kind === "contract" || kind === "request") return;
  throw errors.codeKind({ kind: typeof kind === "string" ? kind : typeof kind });
}
