import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ValueMap } from "../../client/index.js";
import { toAskFailure, type AskFailure } from "../data/failure.js";
import { askDevAccounts, devSend, useDev, type DevAccountName } from "../data/dev.js";
import { linkTo } from "../places.js";
import { Failed } from "./asked.js";
import { Hash } from "./hash.js";

/** Sends a call from an account of a development chain. Empty on other chains. */
export function DevSender({ call }: { readonly call: ValueMap }): JSX.Element | null {
  const { isDev, hasToken } = useDev();
  const [accounts, setAccounts] = useState<readonly DevAccountName[]>([]);
  const [from, setFrom] = useState("");
  const [sent, setSent] = useState("");
  const [failure, setFailure] = useState<AskFailure | null>(null);
  const isPossible = isDev && hasToken;
  useEffect(() => {
    if (isPossible)
      askDevAccounts()
        .then(setAccounts)
        .catch((error: unknown) => setFailure(toAskFailure(error)));
  }, [isPossible]);
  if (!isPossible) return null;
  const sender = from === "" ? (accounts[0]?.name ?? "") : from;
  const send = async (): Promise<void> => {
    setFailure(null);
    setSent("");
    try {
      setSent(await devSend(sender, call));
    } catch (error) {
      setFailure(toAskFailure(error));
    }
  };
  return (
    <form
      class="fields"
      aria-label="Send the call"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label class="narrow">
        Send from development account
        <select value={sender} onChange={(event) => setFrom(event.currentTarget.value)}>
          {accounts.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button type="submit" class="main">
        Send it
      </button>
      <div role="status">
        {sent !== "" && (
          <p>
            Sent: <Hash hash={sent} to={linkTo("transaction", sent)} />
          </p>
        )}
      </div>
      {failure !== null && <Failed failure={{ ...failure, isPassing: false }} />}
    </form>
  );
}
