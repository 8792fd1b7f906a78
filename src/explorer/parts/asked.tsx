import type { ComponentChildren, JSX } from "preact";
import type { Answered, AskFailure } from "../data/answer.js";
import { Heading } from "./heading.js";
import { HostileText } from "./text.js";

/** Shows the node's answer, that the node is being asked, or what failed. An older answer stays beside a failure. */
export function Asked<T>({
  answered: { value, failure },
  title,
  children,
}: {
  readonly answered: Answered<T>;
  /** The heading of a page whose own heading is in the answer. It is shown while there is only a failure. */
  readonly title?: string;
  readonly children: (value: T) => ComponentChildren;
}): JSX.Element {
  return (
    <>
      {failure !== null && value === undefined && title !== undefined && <Heading title={title} />}
      {failure !== null && <Failed failure={failure} />}
      {value !== undefined && children(value)}
      {value === undefined && failure === null && (
        <p class="dim" role="status">
          Asking the node…
        </p>
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
