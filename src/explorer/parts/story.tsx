import type { JSX } from "preact";
import type { StoredCode } from "../../client/code-at.js";
import type { ValueMap } from "../../client/index.js";
import { textIn, valueToText } from "../../codec/text.js";
import { calledCode, isOwnCode } from "../data/codes.js";
import { grouped } from "../format/numbers.js";
import { parametersIn, readStory, type Story } from "../format/story.js";
import { AddressLink } from "./address-link.js";
import { Amount, ShownParameter } from "./value.js";
import { CodeLink } from "./code-link.js";
import { HostileText } from "./text.js";

interface CalledProps {
  readonly transaction: ValueMap;
  readonly codes: readonly StoredCode[];
}

/** The name of the contract that a transaction calls, linked when it is a registered one. */
export function CalledName({ transaction, codes }: CalledProps): JSX.Element {
  const code = calledCode(codes, transaction, "contract");
  return code === undefined ? (
    <HostileText text={textIn(transaction, "type")} short={40} />
  ) : (
    <CodeLink code={code} />
  );
}

export function tellStory({ transaction, codes }: CalledProps): Story {
  const code = calledCode(codes, transaction, "contract");
  return readStory(transaction, code !== undefined && isOwnCode(code));
}

/** What a story gives: coins, or the units of a contract, which have no name. */
export function GivenAmount({
  story,
  sign = "",
}: {
  readonly story: Story;
  readonly sign?: string;
}): JSX.Element {
  if (story.amount === null) return <></>;
  if (story.isCoins) return <Amount units={sign + story.amount} />;
  return (
    <span class="number">
      <HostileText text={sign + grouped(story.amount)} short={40} />
    </span>
  );
}

/** Who gives how much to whom, in a row: `alice → bob 1.5 coins`. */
export function StoryLine({ story }: { readonly story: Story }): JSX.Element {
  return (
    <>
      <AddressLink address={story.from} isBrief />
      {story.to !== null && (
        <>
          {" → "}
          <AddressLink address={story.to} isBrief />
        </>
      )}{" "}
      {story.amount !== null && (
        <strong>
          <GivenAmount story={story} />
        </strong>
      )}
      <Rest story={story} />
    </>
  );
}

const FEW = 3;
const SHORT = 24;
/** An address is shorter. */
const LONG = 44;

/** The first parameters that a story does not tell otherwise, each with its name. */
export function Rest({ story: { rest, published, isCoins } }: { readonly story: Story }): JSX.Element {
  return (
    <>
      {published !== null && <HostileText text={published} short={LONG} />}
      {rest.slice(0, FEW).map(([name, value]) => (
        <span key={name} class="part">
          <span class="dim">
            <HostileText text={name} short={SHORT} />{" "}
          </span>
          {valueToText(value).length > LONG ? (
            <HostileText text={`${valueToText(value).slice(0, SHORT)}…`} />
          ) : (
            <ShownParameter name={name} value={value} isNetworks={isCoins} />
          )}
        </span>
      ))}
      {rest.length > FEW && <span class="dim"> and {rest.length - FEW} more</span>}
    </>
  );
}

interface SummaryProps extends CalledProps {
  /** Whether a block holds it; otherwise the node refused it. */
  readonly isDone: boolean;
}

/** What a transaction did or tried, as the beginning of a sentence. */
export function Summary({ transaction, codes, isDone }: SummaryProps): JSX.Element {
  const story = tellStory({ transaction, codes });
  const verb = story.published !== null ? "publish" : isSend(transaction, story) ? "send" : "call";
  return (
    <>
      <AddressLink address={story.from} isBrief /> {isDone ? PAST[verb] : `tried to ${verb}`}{" "}
      {verb === "call" && (
        <>
          <CalledName transaction={transaction} codes={codes} />
          {parametersIn(transaction).length > 0 && ": "}
        </>
      )}
      <GivenAmount story={story} />
      {story.to !== null && (
        <>
          {" to "}
          <AddressLink address={story.to} isBrief />
        </>
      )}
      {story.rest.length > 0 && " "}
      <Rest story={story} />
    </>
  );
}

const PAST = { publish: "published", send: "sent", call: "called" } as const;

function isSend(transaction: ValueMap, { isCoins, to, amount }: Story): boolean {
  return isCoins && to !== null && amount !== null && textIn(transaction, "type") === "Send";
}
