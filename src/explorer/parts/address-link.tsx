import type { JSX } from "preact";
import { useContext } from "preact/hooks";
import { AccountNames } from "../data/account-names.js";
import { linkTo } from "../places.js";
import { nameOf } from "../data/own-names.js";
import { Hash } from "./hash.js";
import { HostileText } from "./text.js";

/** An address with the name that this browser keeps for it, or that it has as a development account. */
export function AddressLink({
  address,
  isWhole = false,
}: {
  readonly address: string;
  readonly isWhole?: boolean;
}): JSX.Element {
  const accounts = useContext(AccountNames);
  const name = nameOf(address) || (accounts.get(address) ?? "");
  return (
    <>
      {name !== "" && (
        <>
          <strong class="name">
            <HostileText text={name} short={40} />
          </strong>{" "}
        </>
      )}
      <Hash hash={address} to={linkTo("address", address)} isWhole={isWhole} />
    </>
  );
}
