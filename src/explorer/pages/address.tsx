import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isAddress, ZERO_ADDRESS } from "../../codec/address.js";
import { textIn, valueToText } from "../../codec/text.js";
import { objectToMap } from "../../codec/value.js";
import { useAnswer } from "../data/answer.js";
import { askCell, rootCell } from "../data/cells.js";
import { allCodes } from "../data/codes.js";
import { useLive } from "../data/live.js";
import { node } from "../data/node.js";
import { giveName, MAX_NAME_LENGTH, nameOf } from "../data/own-names.js";
import { counted, grouped, shortened } from "../format/numbers.js";
import { Amount } from "../parts/amount.js";
import { AddressLink } from "../parts/address-link.js";
import { Asked, Failed } from "../parts/asked.js";
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
  const { version } = useLive();
  const funds = useAnswer(`funds ${address} ${at}`, at === null ? version : 0, () => askFunds(address, at));
  const { value: cell } = useAnswer(`balance cell ${address}`, 0, () => rootCell("balance", address));
  const listed = useAnswer(`transactions of ${address} ${page}`, version, async () => {
    const [transactions, codes] = await Promise.all([
      node.listTransaction({ count: COUNT, page }, address),
      allCodes(),
    ]);
    return { transactions, codes, published: codes.filter(({ method }) => method?.writer === address) };
  });
  const after = at === null ? "" : ` after block ${grouped(at)}`;
  const toPage = (page: number): string => linkTo("address", address, { at, query: pageQuery(page) });
  return (
    <>
      <Heading title={`Address ${shortened(address)}`} />
      {funds.failure !== null && <Failed failure={funds.failure} />}
      <Facts
        facts={[
          ["Address", <AddressLink address={address} isWhole />],
          [`Balance${after}`, funds.value && <Amount units={funds.value.balance} />],
          [`Resource${after}`, funds.value && <Amount units={funds.value.resource} />],
          ["Your name for it", <OwnName address={address} />],
        ]}
      />
      {cell !== undefined && cell !== null && <BalanceOverTime cell={cell} />}
      <MiningOf address={address} />
      <Asked answered={listed}>
        {({ transactions, codes, published }) => (
          <>
            {at !== null && <p class="dim">The codes and transactions below are those of now.</p>}
            {published.length > 0 && (
              <>
                <h2>Codes that it published</h2>
                <ListedCodes label="Codes" codes={published.slice(0, COUNT)} at={at} empty="" />
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
function MiningOf({ address }: { readonly address: string }): JSX.Element | null {
  const { resource } = useLive();
  const { value: blocks } = useAnswer("mining of addresses", resource?.height ?? 0, () =>
    node.listResourceBlock({ count: LOOKED_THROUGH }),
  );
  const mined = (blocks ?? []).filter(({ miner }) => miner === address);
  if (blocks === undefined || mined.length === 0) return null;
  return (
    <>
      <h2>Mining</h2>
      <p class="dim">
        It mined {mined.length} of the last {counted(blocks.length, "resource block")}.
      </p>
      <ResourceBlockList blocks={mined.slice(0, SHOWN)} />
    </>
  );
}

interface Funds {
  readonly balance: string;
  readonly resource: string;
}

async function askFunds(address: string, at: number | null): Promise<Funds> {
  const cell = await rootCell("balance", address);
  if (at === null || cell === null) {
    const [answer, resource] = await Promise.all([
      node.request(objectToMap({ type: "GetBalance", address })),
      node.getResource(address),
    ]);
    return { balance: textIn(answer, "balance") || "0", resource };
  }
  const resourceCell = (await rootCell("resource", address)) ?? "";
  const [balance, resource] = await Promise.all([
    askCell("universal", cell, at),
    askCell("universal", resourceCell, at),
  ]);
  return { balance: valueToText(balance) || "0", resource: valueToText(resource) || "0" };
}
