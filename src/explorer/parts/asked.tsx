import type { ComponentChildren, JSX } from "preact";
import type { Answered, AskFailure } from "../data/answer.js";
import { Heading } from "./heading.js";
import { HostileText } from "./text.js";

/** What the node answered; or that it is asked, or what is wrong. An older answer stays beside a failure. */
export function Asked<T>({
  answered: { value, failure },
  title,
  children,
}: {
  readonly answered: Answered<T>;
  /** Of the page, when the answer has its heading: the page has this one while there is only a failure. */
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

/** What is wrong, what to do about it, and that it is tried again; or that the node cannot answer. */
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
