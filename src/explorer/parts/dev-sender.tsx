import type { ComponentChildren, JSX } from "preact";
import type { ValueMap } from "../../client/index.js";
import { useAnswer } from "../data/answer.js";
import { askDevAccounts, devSend, useDev, type DevAccountName } from "../data/dev.js";
import { linkTo } from "../places.js";
import { Asked } from "./asked.js";
import { DevAction, fieldOf } from "./dev-action.js";
import { Hash } from "./hash.js";

/** Sends a call from an account of a development chain. Empty on other chains. */
export function DevSender({ call }: { readonly call: ValueMap }): JSX.Element | null {
  const { isAllowed } = useDev();
  return isAllowed ? <Sender call={call} /> : null;
}

function Sender({ call }: { readonly call: ValueMap }): JSX.Element {
  const asked = useAnswer("development accounts", askDevAccounts, { isFinal: true, isOfChain: false });
  return (
    <Asked answered={asked} isOptional>
      {(accounts) => (
        <DevAction name="Send it" title="Send the call" act={(given) => sent(fieldOf(given, "from"), call)}>
          <label class="narrow">
            Send from development account
            <AccountChoice accounts={accounts} />
          </label>
        </DevAction>
      )}
    </Asked>
  );
}

export function AccountChoice({ accounts }: { readonly accounts: readonly DevAccountName[] }): JSX.Element {
  return (
    <select name="from">
      {accounts.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}

/** Sends a call, and returns the link of its transaction. */
export async function sent(from: string, call: ValueMap): Promise<ComponentChildren> {
  const hash = await devSend(from, call);
  return (
    <>
      Sent: <Hash hash={hash} to={linkTo("transaction", hash)} />
    </>
  );
}
