import type { JSX } from "preact";
import { linkTo } from "../places.js";
import { nameOf } from "../data/own-names.js";
import { Hash } from "./hash.js";
import { HostileText } from "./text.js";

/** An address with the name that this browser keeps for it. */
export function AddressLink({
  address,
  isWhole = false,
}: {
  readonly address: string;
  readonly isWhole?: boolean;
}): JSX.Element {
  const name = nameOf(address);
  return (
    <>
      {name !== "" && (
        <strong>
          <HostileText text={name} short={40} />{" "}
        </strong>
      )}
      <Hash hash={address} to={linkTo("address", address)} isWhole={isWhole} />
    </>
  );
}
