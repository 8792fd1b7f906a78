import type { JSX } from "preact";
import { useContext } from "preact/hooks";
import { AccountNames } from "../data/account-names.js";
import { linkTo } from "../places.js";
import { nameOf } from "../data/own-names.js";
import { Hash } from "./hash.js";
import { Link } from "./link.js";
import { HostileText } from "./text.js";

interface AddressLinkProps {
  readonly address: string;
  readonly isWhole?: boolean;
  /** Whether a name stands for the address, as in a sentence. */
  readonly isBrief?: boolean;
}

/** An address with the name that this browser keeps for it, or that it has as a development account. */
export function AddressLink({ address, isWhole = false, isBrief = false }: AddressLinkProps): JSX.Element {
  const accounts = useContext(AccountNames);
  const name = nameOf(address) || (accounts.get(address) ?? "");
  const to = linkTo("address", address);
  const hash = <Hash hash={address} to={to} isWhole={isWhole} />;
  if (name === "") return hash;
  const shown = (
    <strong class="name">
      <HostileText text={name} short={40} />
    </strong>
  );
  if (isBrief)
    return (
      <Link to={to} title={address}>
        {shown}
      </Link>
    );
  return (
    <>
      {shown} {hash}
    </>
  );
}
