import type { ComponentChildren, JSX } from "preact";
import { useContext, useRef } from "preact/hooks";
import type { Answered } from "../data/answer.js";
import type { AskFailure } from "../data/failure.js";
import { useNow } from "../data/now.js";
import { grouped } from "../format/numbers.js";
import { shortAge } from "../format/times.js";
import { IsHeld } from "./calm.js";
import { Heading } from "./heading.js";
import { HostileText } from "./text.js";

interface AskedProps<T> {
  readonly answered: Answered<T>;
  /** The heading of a page whose own heading is in the answer. It is shown while there is only a failure. */
  readonly title?: string;
  /** Whether a part of a page is left out until it is answered, and where the node lacks the operation. */
  readonly isOptional?: boolean;
  /** Whether an optional part keeps its place until it is answered. */
  readonly isPlaced?: boolean;
  readonly children: (value: T) => ComponentChildren;
}

/**
 * Shows the node's answer with the block at which it was answered, that the node is being asked, or what failed. An older
 * answer stays beside a failure. Nothing is seen of one in which an undone block may be, but its forms keep what they hold.
 */
export function Asked<T>({
  answered,
  title,
  isOptional = false,
  isPlaced = false,
  children,
}: AskedProps<T>): JSX.Element {
  const held = useRef(answered);
  const isHeld = useContext(IsHeld) && answered.value !== undefined && held.current.value !== undefined;
  if (!isHeld) held.current = answered;
  const { failure } = answered;
  // Of a node that does not answer, the page says so in one place.
  const isTold = failure !== null && !failure.isUnreachable && !(isOptional && failure.isMissing);
  const { value, outdated, height, askedMs } = held.current;
  const shown = value === undefined ? outdated : value;
  const content = shown === undefined ? null : children(shown);
  return (
    <>
      {failure !== null && shown === undefined && title !== undefined && <Heading title={title} />}
      {isTold && <Failed failure={failure} />}
      {value === undefined && !isTold && !isOptional && (
        <p class="dim asking" role="status">
          Asking the node…
        </p>
      )}
      {shown === undefined && failure === null && isPlaced && <div class="facts-place" />}
      {content !== null && content !== false && (
        <div class={value === undefined ? "answer gone" : "answer"}>
          {content}
          {height !== null && <AsOf height={height} askedMs={askedMs ?? 0} />}
        </div>
      )}
    </>
  );
}

/** An answer is asked for again before it is this old, unless the node does not answer or the reader holds the page. */
const OLD_MS = 20_000;

function AsOf({ height, askedMs }: { readonly height: number; readonly askedMs: number }): JSX.Element {
  const ageMs = useNow(1000) - askedMs;
  return (
    <p class="asof">
      As of block {grouped(height)}
      {ageMs > OLD_MS && `, ${shortAge(ageMs)}`}
    </p>
  );
}

/** Shows what failed, what to do about it, and that the page tries again; or that the node lacks the operation. */
export function Failed({
  failure: { message, advice, isPassing, isMissing },
}: {
  readonly failure: AskFailure;
}): JSX.Element {
  if (isMissing)
    return (
      <p class="dim" role="status">
        This node cannot answer that: it does not have the operation, as a 2.1 node, or one that does not
        serve the explorer.
      </p>
    );
  return (
    <div class="failure" role="alert">
      <p>
        <HostileText text={message} />
      </p>
      {isPassing ? (
        <p class="dim">The page asks again by itself.</p>
      ) : (
        advice !== undefined && (
          <p class="dim">
            <HostileText text={advice} />
          </p>
        )
      )}
    </div>
  );
}
