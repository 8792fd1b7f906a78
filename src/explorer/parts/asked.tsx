import type { ComponentChildren, JSX } from "preact";
import type { Answered } from "../data/answer.js";
import type { AskFailure } from "../data/failure.js";
import { grouped } from "../format/numbers.js";
import { Heading } from "./heading.js";
import { HostileText } from "./text.js";

interface AskedProps<T> {
  readonly answered: Answered<T>;
  /** The heading of a page whose own heading is in the answer. It is shown while there is only a failure. */
  readonly title?: string;
  /** Whether a part of a page is left out until it is answered, and where the node lacks the operation. */
  readonly isOptional?: boolean;
  readonly children: (value: T) => ComponentChildren;
}

/**
 * Shows the node's answer with the block at which it was answered, that the node is being asked, or what failed. An older
 * answer stays beside a failure. Nothing is seen of one in which an undone block may be, but its forms keep what they hold.
 */
export function Asked<T>({
  answered: { value, outdated, failure, height },
  title,
  isOptional = false,
  children,
}: AskedProps<T>): JSX.Element {
  const shown = value === undefined ? outdated : value;
  const content = shown === undefined ? null : children(shown);
  return (
    <>
      {failure !== null && shown === undefined && title !== undefined && <Heading title={title} />}
      {failure !== null && !(isOptional && failure.isMissing) && <Failed failure={failure} />}
      {value === undefined && failure === null && !isOptional && (
        <p class="dim" role="status">
          Asking the node…
        </p>
      )}
      {content !== null && content !== false && (
        <div class={value === undefined ? "answer gone" : "answer"}>
          {content}
          {height !== null && <p class="asof">As of block {grouped(height)}</p>}
        </div>
      )}
    </>
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
