import type { ComponentChildren, JSX } from "preact";
import { textIn } from "../../codec/text.js";
import { objectToMap } from "../../codec/value.js";
import { useAnswer } from "../data/answer.js";
import { askDevAccounts, useDev, type DevAccountName } from "../data/dev.js";
import { Amount } from "../parts/value.js";
import { Asked } from "../parts/asked.js";
import { amountField, DevAction, fieldOf } from "../parts/dev-action.js";
import { AccountChoice, sent } from "../parts/dev-sender.js";
import { Hash } from "../parts/hash.js";
import { Heading } from "../parts/heading.js";
import { Table } from "../parts/table.js";
import { linkTo } from "../places.js";
import { ChainTime, Faucet, MiningTools, OtherSenders, Snapshots } from "./development-tools.js";

/** The accounts of a development chain, and what the node does with their keys on request. */
export function DevelopmentPage(): JSX.Element {
  const { isDev, isAllowed } = useDev();
  const asked = useAnswer(`development ${isAllowed}`, async (node) => {
    if (!isAllowed) return [];
    const accounts = await askDevAccounts();
    return Promise.all(
      accounts.map(async (account) => {
        const balance = await node.request(objectToMap({ type: "GetBalance", address: account.address }));
        return [account, textIn(balance, "balance")] as const;
      }),
    );
  });
  return (
    <>
      <Heading title="Development" />
      {!isDev && <p>This node runs no development chain: the page only reads here.</p>}
      {isDev && !isAllowed && (
        <p>
          To act from here, this browser needs the token of the chain, which another chain at this address
          does not share. <code>chainnode explorer --print-url</code> prints an address with it, as{" "}
          <code>chainnode start --dev</code> did. Open that address in this browser: this page finds the token
          then.
        </p>
      )}
      {isAllowed && (
        <Asked answered={asked}>
          {(accounts) => (
            <>
              <Table
                label="Development accounts"
                columns={["Name", "#Balance", "Address"]}
                rows={accounts.map(([{ name, address }, balance]) => [
                  name,
                  name,
                  <Amount units={balance} />,
                  <Hash hash={address} to={linkTo("address", address)} isWhole />,
                ])}
                empty="The chain has no development account."
              />
              <Send accounts={accounts.map(([account]) => account)} />
            </>
          )}
        </Asked>
      )}
      {isAllowed && (
        <>
          <Faucet />
          <MiningTools />
          <ChainTime />
          <Snapshots />
          <OtherSenders />
        </>
      )}
    </>
  );
}

function Send({ accounts }: { readonly accounts: readonly DevAccountName[] }): JSX.Element {
  const send = async (given: FormData): Promise<ComponentChildren> => {
    const to = fieldOf(given, "to");
    const address = accounts.find(({ name }) => name === to)?.address ?? to;
    const call = objectToMap({ type: "Send", to: address, amount: amountField(given) });
    return sent(fieldOf(given, "from"), call);
  };
  return (
    <>
      <h2>Send coins</h2>
      <DevAction name="Send" title="Send coins" act={send}>
        <label>
          From
          <AccountChoice accounts={accounts} />
        </label>
        <label>
          To
          <input name="to" list="accounts" required defaultValue="bob" spellcheck={false} />
        </label>
        <datalist id="accounts">
          {accounts.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <label>
          Coins
          <input name="amount" inputMode="decimal" required defaultValue="1" />
        </label>
      </DevAction>
    </>
  );
}
