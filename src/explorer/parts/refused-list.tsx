import type { JSX } from "preact";
import { timeHashToTime } from "../../codec/hash.js";
import { useAnswer } from "../data/answer.js";
import { allCodes } from "../data/codes.js";
import { useRefused } from "../data/dev.js";
import { linkTo } from "../places.js";
import { Hash } from "./hash.js";
import { CalledName, StoryLine, tellStory } from "./story.js";
import { Table } from "./table.js";
import { HostileText } from "./text.js";
import { Time } from "./time.js";

const SHOWN = 5;

/** The transactions that the node of a development chain refused last, each with its reason. Empty without any. */
export function RefusedList(): JSX.Element | null {
  const refused = useRefused().value ?? [];
  const codes = useAnswer("codes", allCodes, { isFinal: true }).value ?? [];
  if (refused.length === 0) return null;
  return (
    <>
      <h2>Refused by this node</h2>
      <Table
        label="Refused transactions"
        columns={["What", "Contract", "Reason", "Time", "Transaction"]}
        rows={refused.slice(0, SHOWN).map(({ hash, transaction, reason }) => [
          hash,
          <StoryLine story={tellStory({ transaction, codes })} />,
          <CalledName transaction={transaction} codes={codes} />,
          <span class="bad">
            <HostileText text={reason} short={120} />
          </span>,
          <Time us={timeHashToTime(hash)} />,
          <Hash hash={hash} to={linkTo("transaction", hash)} />,
        ])}
        empty=""
      />
    </>
  );
}
