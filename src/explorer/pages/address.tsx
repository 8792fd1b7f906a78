import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isAddress, ZERO_ADDRESS } from "../../codec/address.js";
import { textIn, valueToText } from "../../codec/text.js";
import { objectToMap } from "../../codec/value.js";
import { useAnswer } from "../data/answer.js";
import { askCell, rootCell } from "../data/cells.js";
import { allCodes } from "../data/codes.js";
import type { Client } from "../../client/index.js";
import { giveName, MAX_NAME_LENGTH, nameOf } from "../data/own-names.js";
import { counted, grouped, shortened } from "../format/numbers.js";
import { Amount } from "../parts/value.js";
import { AddressLink } from "../parts/address-link.js";
import { Asked } from "../parts/asked.js";
import { BalanceOverTime } from "../parts/balance-over-time.js";
import { ResourceBlockList } from "../parts/block-list.js";
import { ListedCodes } from "../parts/code-list.js";
import { Facts } from "../parts/facts.js";
import { Heading } from "../parts/heading.js";
import { Pager } from "../parts/pager.js";
import { TransactionList } from "../parts/transaction-list.js";
import { linkTo, pageIn, pageQuery, type PageProps } from "../places.js";
import { NotFound } from "./not-found.js";

const COUNT = 50;
/** The most that a node lists at once. */
const LOOKED_THROUGH = 100;
const SHOWN = 10;

/** An address: what it has, its transactions and its codes; the amounts as of `?at=`. */
export function AddressPage({ place: { id, at, query } }: PageProps): JSX.Element {
  if (!isAddress(id) && id !== ZERO_ADDRESS) return <NotFound what={`${id} is not an address.`} />;
  return <Account key={id} address={id} at={at} page={pageIn(query)} />;
}

interface AccountProps {
  readonly address: string;
  readonly at: number | null;
  readonly page: number;
}

function Account({ address, at, page }: AccountProps): JSX.Element {
  const funds = useAnswer(`funds ${address} ${at}`, (node) => askFunds(node, address, at), {
    isFinal: at !== null,
  });
  const listed = useAnswer(`transactions of ${address} ${page}`, async (node) => {
    const [transactions, codes] = await Promise.all([
      node.listTransaction({ count: COUNT, page }, address),
      allCodes(node),
    ]);
    return { transactions, codes, published: codes.filter(({ method }) => method?.writer === address) };
  });
  const after = at === null ? "" : ` after block ${grouped(at)}`;
  const toPage = (page: number): string => linkTo("address", address, { at, query: pageQuery(page) });
  return (
    <>
      <Heading title={`Address ${shortened(address)}`} />
      <Facts
        facts={[
          ["Address", <AddressLink address={address} isWhole />],
          ["Your name for it", <OwnName address={address} />],
        ]}
      />
      <Asked answered={funds}>
        {({ balance, resource }) => (
          <Facts
            facts={[
              [`Balance${after}`, <Amount units={balance} />],
              [`Resource${after}`, <Amount units={resource} />],
            ]}
          />
        )}
      </Asked>
      <BalanceOverTime address={address} />
      <MiningOf address={address} />
      <Asked answered={listed}>
        {({ transactions, codes, published }) => (
          <>
            {at !== null && <p class="dim">The codes and transactions below are those of now.</p>}
            {published.length > 0 && (
              <>
                <h2>Codes that it published</h2>
                <ListedCodes codes={published.slice(0, COUNT)} at={at} title="h3" />
              </>
            )}
            <h2>Transactions</h2>
            <TransactionList
              transactions={transactions}
              codes={codes}
              of={address}
              empty="The chain has no transaction of it here."
            />
            <Pager
              newer={page === 1 ? null : toPage(page - 1)}
              older={transactions.size === COUNT ? toPage(page + 1) : null}
            />
          </>
        )}
      </Asked>
    </>
  );
}

/** The name that the user gives to an address. */
function OwnName({ address }: { readonly address: string }): JSX.Element {
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

/** The latest resource blocks that an address mined. Empty when it mined none of the last hundred. */
function MiningOf({ address }: { readonly address: string }): JSX.Element {
  const asked = useAnswer(`mining of ${address}`, async (node) => {
    const blocks = await node.listResourceBlock({ count: LOOKED_THROUGH });
    return { count: blocks.length, mined: blocks.filter(({ miner }) => miner === address) };
  });
  return (
    <Asked answered={asked} isOptional>
      {({ count, mined }) =>
        mined.length > 0 && (
          <>
            <h2>Mining</h2>
            <p class="dim">
              It mined {mined.length} of the last {counted(count, "resource block")}.
            </p>
            <ResourceBlockList blocks={mined.slice(0, SHOWN)} />
          </>
        )
      }
    </Asked>
  );
}

interface Funds {
  readonly balance: string;
  readonly resource: string;
}

async function askFunds(node: Client, address: string, at: number | null): Promise<Funds> {
  const cell = await rootCell(node, "balance", address);
  if (at === null || cell === null) {
    const [answer, resource] = await Promise.all([
      node.request(objectToMap({ type: "GetBalance", address })),
      node.getResource(address),
    ]);
    return { balance: textIn(answer, "balance") || "0", resource };
  }
  const resourceCell = (await rootCell(node, "resource", address)) ?? "";
  const [balance, resource] = await Promise.all([
    askCell(node, "universal", cell, at),
    askCell(node, "universal", resourceCell, at),
  ]);
  return { balance: valueToText(balance) || "0", resource: valueToText(resource) || "0" };
}
