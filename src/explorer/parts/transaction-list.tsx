import type { JSX } from "preact";
import type { StoredCode } from "../../client/code-at.js";
import type { TransactionRecord, Value, ValueMap } from "../../client/index.js";
import { timeHashToTime } from "../../codec/hash.js";
import { textIn, valueToText } from "../../codec/text.js";
import { calledCode, isOwnCode } from "../data/codes.js";
import { linkTo } from "../places.js";
import { AddressLink } from "./address-link.js";
import { CodeLink } from "./code-link.js";
import { Hash } from "./hash.js";
import { ShownParameter } from "./parameter.js";
import { Table } from "./table.js";
import { HostileText } from "./text.js";
import { Time } from "./time.js";

interface TransactionListProps {
  readonly transactions: Iterable<readonly [hash: string, record: Pick<TransactionRecord, "transaction">]>;
  /** The codes of the chain, which the calls are linked to. */
  readonly codes: readonly StoredCode[];
  readonly empty?: string;
  /** The address whose transactions these are. Each is then marked as in or out. */
  readonly of?: string;
  /** Whether the parameters are left out, beside another list. */
  readonly isBrief?: boolean;
}

const COLUMNS = ["Transaction", "Time", "Contract", "Sender"];

export function TransactionList({
  transactions,
  codes,
  empty = "The chain has no transaction yet.",
  of,
  isBrief = false,
}: TransactionListProps): JSX.Element {
  return (
    <Table
      label="Transactions"
      columns={isBrief ? COLUMNS : [...COLUMNS, "Parameters"]}
      rows={Array.from(transactions, ([hash, { transaction }]) => [
        hash,
        <Hash hash={hash} to={linkTo("transaction", hash)} />,
        <Time us={timeHashToTime(hash)} />,
        <CalledName transaction={transaction} codes={codes} />,
        textIn(transaction, "from") === of ? (
          <span class="dim">this address</span>
        ) : (
          <AddressLink address={textIn(transaction, "from")} />
        ),
        ...(isBrief ? [] : [<ShortParameters transaction={transaction} codes={codes} />]),
      ])}
      empty={empty}
    />
  );
}

interface CalledProps {
  readonly transaction: ValueMap;
  readonly codes: readonly StoredCode[];
}

/** The name of the contract that a transaction calls, linked when it is a registered one. */
export function CalledName({ transaction, codes }: CalledProps): JSX.Element {
  const code = calledCode(codes, transaction, "contract");
  return code === undefined ? (
    <HostileText text={textIn(transaction, "type")} short={60} />
  ) : (
    <CodeLink code={code} />
  );
}

/** The members of a transaction that are not parameters of its contract. */
const MEMBERS: ReadonlySet<string> = new Set(["type", "timestamp", "from", "cid", "network"]);

export function parametersIn(transaction: ValueMap): readonly (readonly [name: string, value: Value])[] {
  return [...transaction].filter(([name]) => !MEMBERS.has(name));
}

const FEW = 3;
const SHORT = 40;

function ShortParameters({ transaction, codes }: CalledProps): JSX.Element {
  const parameters = parametersIn(transaction);
  const code = calledCode(codes, transaction, "contract");
  return (
    <>
      {parameters.slice(0, FEW).map(([name, value]) => (
        <span key={name} class="part">
          <span class="dim">
            <HostileText text={name} short={SHORT} />{" "}
          </span>
          {valueToText(value).length > SHORT * 2 ? (
            <span class="dim">{valueToText(value).length.toLocaleString("en")} characters</span>
          ) : (
            <ShownParameter name={name} value={value} isNetworks={code !== undefined && isOwnCode(code)} />
          )}
        </span>
      ))}
      {parameters.length > FEW && <span class="dim"> and {parameters.length - FEW} more</span>}
    </>
  );
}
