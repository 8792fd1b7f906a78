import type { JSX } from "preact";
import type { StoredCode } from "../../client/code-at.js";
import type { TransactionRecord } from "../../client/index.js";
import { timeHashToTime } from "../../codec/hash.js";
import { linkTo } from "../places.js";
import { AddressLink } from "./address-link.js";
import { Hash } from "./hash.js";
import { Link } from "./link.js";
import { CalledName, GivenAmount, Rest, StoryLine, tellStory } from "./story.js";
import { Table } from "./table.js";
import { Time } from "./time.js";

interface TransactionListProps {
  readonly transactions: Iterable<readonly [hash: string, record: Pick<TransactionRecord, "transaction">]>;
  /** The codes of the chain, which the calls are linked to. */
  readonly codes: readonly StoredCode[];
  readonly empty?: string;
  /** The address whose transactions these are. Each row then says what it gave or got, and the other one. */
  readonly of?: string;
  /** Whether the time alone names each one, beside another list. */
  readonly isBrief?: boolean;
}

const COLUMNS = ["What", "Contract", "Time"];
const COLUMNS_OF = ["Direction", "#Amount", "With", "Contract", "Time"];

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
      columns={[...(of === undefined ? COLUMNS : COLUMNS_OF), ...(isBrief ? [] : ["Transaction"])]}
      rows={Array.from(transactions, ([hash, { transaction }]) => {
        const story = tellStory({ transaction, codes });
        const to = linkTo("transaction", hash);
        const time = <Time us={timeHashToTime(hash)} />;
        const [isOut, isIn] = [story.from === of, story.to === of];
        const direction = isOut === isIn ? (isOut ? "to itself" : "") : isOut ? "out" : "in";
        const other = isOut ? story.to : story.from;
        return [
          hash,
          ...(of === undefined
            ? [<StoryLine story={story} />]
            : [
                direction,
                <GivenAmount
                  story={story}
                  sign={direction === "out" ? "-" : direction === "in" ? "+" : ""}
                />,
                <>
                  {other !== null && other !== of && <AddressLink address={other} />} <Rest story={story} />
                </>,
              ]),
          <CalledName transaction={transaction} codes={codes} />,
          isBrief ? <Link to={to}>{time}</Link> : time,
          ...(isBrief ? [] : [<Hash hash={hash} to={to} />]),
        ];
      })}
      empty={empty}
    />
  );
}
