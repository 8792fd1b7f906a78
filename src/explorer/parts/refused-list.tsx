import type { JSX } from "preact";
import { timeHashToTime } from "../../codec/hash.js";
import { textIn } from "../../codec/text.js";
import { useAnswer } from "../data/answer.js";
import { allCodes } from "../data/codes.js";
import { useRefused, type RefusedTransaction } from "../data/dev.js";
import { linkTo } from "../places.js";
import { AddressLink } from "./address-link.js";
import { Hash } from "./hash.js";
import { Table } from "./table.js";
import { HostileText } from "./text.js";
import { Time } from "./time.js";
import { CalledName } from "./transaction-list.js";

const SHOWN = 5;

/** The transactions that the node of a development chain refused last, each with its reason. Empty without any. */
export function RefusedList(): JSX.Element | null {
  const refused = useRefused().value ?? [];
  return refused.length === 0 ? null : <Listed refused={refused.slice(0, SHOWN)} />;
}

function Listed({ refused }: { readonly refused: readonly RefusedTransaction[] }): JSX.Element {
  const codes = useAnswer("codes", allCodes, { isFinal: true }).value ?? [];
  return (
    <>
      <h2>Refused by this node</h2>
      <Table
        label="Refused transactions"
        columns={["Transaction", "Time", "Contract", "Reason", "Sender"]}
        rows={refused.map(({ hash, transaction, reason }) => [
          hash,
          <Hash hash={hash} to={linkTo("transaction", hash)} />,
          <Time us={timeHashToTime(hash)} />,
          <CalledName transaction={transaction} codes={codes} />,
          <span class="bad">
            <HostileText text={reason} short={120} />
          </span>,
          <AddressLink address={textIn(transaction, "from")} />,
        ])}
        empty=""
      />
    </>
  );
}
