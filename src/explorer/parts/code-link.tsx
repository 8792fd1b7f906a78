import type { JSX } from "preact";
import type { StoredCode } from "../../client/code-at.js";
import { linkTo } from "../places.js";
import { Hash } from "./hash.js";
import { Link } from "./link.js";
import { HostileText } from "./text.js";

/** The link of a code, the same for both of its kinds. */
export function linkToCode({ id, kind }: Pick<StoredCode, "id" | "kind">, at: number | null = null): string {
  return linkTo("code", id, { at, query: kind === "request" ? { kind } : {} });
}

/** A code by its name; by its id when it has none. */
export function CodeLink({
  code,
  at = null,
}: {
  readonly code: StoredCode;
  readonly at?: number | null;
}): JSX.Element {
  const to = linkToCode(code, at);
  if (code.method === null)
    return (
      <>
        <Hash hash={code.id} to={to} /> <span class="bad">broken</span>
      </>
    );
  return (
    <Link to={to} title={`${code.kind} ${code.id}`}>
      <HostileText text={code.method.name === "" ? "(no name)" : code.method.name} short={60} />
    </Link>
  );
}
