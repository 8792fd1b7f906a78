import type { JSX } from "preact";
import type { Value } from "../../client/index.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { isDecimal } from "../../codec/decimal.js";
import type { StateKind } from "../../codec/state-key.js";
import type { CodeNames } from "../data/cells.js";
import { bySpace } from "../data/codes.js";
import { readShownKey } from "../format/meaning.js";
import { linkTo } from "../places.js";
import { AddressLink } from "./address-link.js";
import { Amount, ShownValue } from "./value.js";
import { SpaceLink } from "./code-link.js";
import { Hash } from "./hash.js";
import { Link } from "./link.js";
import { HostileText } from "./text.js";

interface CellLinkProps {
  readonly kind: StateKind;
  readonly stateKey: string;
  readonly names: CodeNames;
  /** The main block after which it is linked. */
  readonly at?: number | null;
}

export function CellLink({ kind, stateKey, names, at = null }: CellLinkProps): JSX.Element {
  const { attribute } = names.nameOf(stateKey);
  const to = linkTo("cell", `${kind}.${stateKey}`, { at });
  if (attribute === null) return <Hash hash={stateKey} to={to} />;
  return (
    <Link to={to} title={stateKey}>
      <HostileText text={attribute === "" ? "(no name)" : attribute} short={60} />
    </Link>
  );
}

/** The space that owns a cell. */
export function CellOwner({
  stateKey,
  names,
}: Pick<CellLinkProps, "stateKey" | "names">): JSX.Element | null {
  const { attribute, space, codes } = names.nameOf(stateKey);
  if (attribute === null) return <span class="dim">unknown</span>;
  const [owner] = bySpace(codes);
  return owner === undefined || space === null ? (
    <span class="dim">the network</span>
  ) : (
    <SpaceLink space={owner} />
  );
}

const ONLY_KEY = "00";
const CODE_ATTRIBUTES: ReadonlySet<string> = new Set(["contract", "request"]);

/** The key of a cell as what it most likely is: an address, a code, or the only key of its attribute. */
export function KeyOfCell({ stateKey, names }: Pick<CellLinkProps, "stateKey" | "names">): JSX.Element {
  const { attribute, space, key } = names.nameOf(stateKey);
  const { address, text } = readShownKey(key);
  if (address === ZERO_ADDRESS || text === ONLY_KEY) return <span class="dim">the only one</span>;
  if (address !== null) return <AddressLink address={address} />;
  if (space === null && attribute !== null && CODE_ATTRIBUTES.has(attribute))
    return <Hash hash={text} to={linkTo("code", key, { query: { kind: attribute } })} />;
  return <Hash hash={text} />;
}

const AMOUNTS: ReadonlySet<string> = new Set([
  "balance",
  "resource",
  "recycle_resource",
  "reduction_limit",
  "season_supply",
  "total_supply",
]);

/** The value of a cell: an amount in coins where the network counts in them. */
export function CellValue({
  stateKey,
  names,
  value,
}: Pick<CellLinkProps, "stateKey" | "names"> & { readonly value: Value }): JSX.Element {
  const { attribute, space } = names.nameOf(stateKey);
  const isAmount = space === null && attribute !== null && AMOUNTS.has(attribute);
  if (isAmount && typeof value === "string" && isDecimal(value)) return <Amount units={value} />;
  return <ShownValue value={value} />;
}
