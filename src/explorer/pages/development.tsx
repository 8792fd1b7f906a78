import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { textIn } from "../../codec/text.js";
import { objectToMap } from "../../codec/value.js";
import { useAnswer } from "../data/answer.js";
import { askDevAccounts, devSend, useDev, type DevAccountName } from "../data/dev.js";
import { toAskFailure, type AskFailure } from "../data/failure.js";
import { toUnits } from "../format/numbers.js";
import { Amount } from "../parts/amount.js";
import { Asked, Failed } from "../parts/asked.js";
import { Hash } from "../parts/hash.js";
import { Heading } from "../parts/heading.js";
import { Link } from "../parts/link.js";
import { Table } from "../parts/table.js";
import { linkTo } from "../places.js";
import { ChainTime, Faucet, MiningTools, OtherSenders, Snapshots } from "./development-tools.js";

/** The accounts of a development chain, and what the node does with their keys on request. */
export function DevelopmentPage(): JSX.Element {
  const { isDev, hasToken } = useDev();
  const asked = useAnswer(`development ${isDev} ${hasToken}`, async (node) => {
    if (!isDev || !hasToken) return [];
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
      {isDev && !hasToken && (
        <p>
          To send transactions from here, open the address that <code>chainnode start --dev</code> printed: it
          contains a token.
        </p>
      )}
      {isDev && hasToken && (
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
      {isDev && hasToken && (
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
  const [sent, setSent] = useState<string | null>(null);
  const [failure, setFailure] = useState<AskFailure | null>(null);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const given = (name: string): string => textOf(new FormData(form).get(name));
    setSent(null);
    setFailure(null);
    try {
      const amount = toUnits(given("amount"));
      if (amount === null)
        throw new Error("The amount is a number of coins with at most 18 digits after the point.");
      const to = accounts.find(({ name }) => name === given("to"))?.address ?? given("to").trim();
      setSent(await devSend(given("from"), objectToMap({ type: "Send", to, amount })));
    } catch (error) {
      setFailure(toAskFailure(error));
    }
  };
  return (
    <>
      <h2>Send coins</h2>
      <form
        class="fields"
        aria-label="Send coins"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <label>
          From
          <select name="from">
            {accounts.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
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
        <button type="submit" class="main">
          Send
        </button>
        <div role="status">
          {sent !== null && (
            <p>
              Sent: <Link to={linkTo("transaction", sent)}>{sent.slice(0, 16)}…</Link>
            </p>
          )}
        </div>
        {failure !== null && <Failed failure={failure} />}
      </form>
    </>
  );
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value : "";
}
