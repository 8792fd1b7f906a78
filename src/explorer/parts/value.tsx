import type { JSX } from "preact";
import { canonicalJson, type Value } from "../../client/index.js";
import { HostileText } from "./text.js";

/** A value of the protocol as its JSON; null is an absent cell. */
export function ShownValue({ value }: { readonly value: Value }): JSX.Element {
  if (value === null) return <span class="dim">none</span>;
  return (
    <code>
      <HostileText text={typeof value === "string" ? value : canonicalJson(value)} short={120} />
    </code>
  );
}
