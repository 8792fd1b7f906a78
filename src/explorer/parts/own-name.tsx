import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { giveName, MAX_NAME_LENGTH, nameOf } from "../data/own-names.js";

/** The name that the user gives to an address. */
export function OwnName({ address }: { readonly address: string }): JSX.Element {
  const [name, setName] = useState(() => nameOf(address));
  const [said, setSaid] = useState("");
  return (
    <form
      class="inline"
      aria-label="Your name for the address"
      onSubmit={(event) => {
        event.preventDefault();
        setSaid(giveName(address, name) ? "kept in this browser" : "the browser does not keep it");
      }}
    >
      <input
        aria-label="Your name for it"
        value={name}
        maxLength={MAX_NAME_LENGTH}
        autocomplete="off"
        onInput={(event) => {
          setName(event.currentTarget.value);
          setSaid("");
        }}
      />
      <button type="submit">Keep</button>
      <span class="dim" role="status">
        {said}
      </span>
    </form>
  );
}
