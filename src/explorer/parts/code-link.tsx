import type { JSX } from "preact";
import type { StoredCode } from "../../client/code-at.js";
import { isOwnCode, type ListedSpace } from "../data/codes.js";
import { linkTo } from "../places.js";
import { AddressLink } from "./address-link.js";
import { Hash } from "./hash.js";
import { Link } from "./link.js";
import { HostileText } from "./text.js";

/** The link of a code, the same for both of its kinds. */
export function linkToCode({ id, kind }: Pick<StoredCode, "id" | "kind">, at: number | null = null): string {
  return linkTo("code", id, { at, query: kind === "request" ? { kind } : {} });
}

interface CodeLinkProps {
  readonly code: StoredCode;
  readonly at?: number | null;
  /** Whether its space is left out, as in the list of a space. */
  readonly isInSpace?: boolean;
}

/** A code by its space and name, such as `token / Transfer`; by its id when it has no name. */
export function CodeLink({ code, at = null, isInSpace = false }: CodeLinkProps): JSX.Element {
  const to = linkToCode(code, at);
  if (code.method === null)
    return (
      <>
        <Hash hash={code.id} to={to} /> <span class="bad">broken</span>
      </>
    );
  return (
    <Link to={to} title={`${code.kind} ${code.id}`}>
      {!isInSpace && !isOwnCode(code) && (
        <>
          <HostileText text={code.method.space} short={24} />
          {" / "}
        </>
      )}
      <HostileText text={code.method.name === "" ? "(no name)" : code.method.name} short={40} />
    </Link>
  );
}

/** A space by its writer and name, such as `alice / token`. */
export function SpaceLink({
  space: { cid, isNetworks, writer, name },
}: {
  readonly space: Omit<ListedSpace, "codes">;
}): JSX.Element {
  if (isNetworks) return <Link to={linkTo("space", cid)}>the network</Link>;
  return (
    <>
      <AddressLink address={writer} isBrief />
      {" / "}
      <Link to={linkTo("space", cid)} title={cid}>
        <HostileText text={name === "" ? "(no name)" : name} short={40} />
      </Link>
    </>
  );
}
