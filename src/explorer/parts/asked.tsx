import type { ComponentChildren, JSX } from "preact";
import type { Answered, AskFailure } from "../data/answer.js";
import { HostileText } from "./text.js";

/** What the node answered; or that it is asked, or what is wrong. An older answer stays beside a failure. */
export function Asked<T>({
  answered: { value, failure },
  children,
}: {
  readonly answered: Answered<T>;
  readonly children: (value: T) => ComponentChildren;
}): JSX.Element {
  return (
    <>
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

/** What is wrong, what to do about it, and that it is tried again. */
export function Failed({
  failure: { message, advice, isPassing },
}: {
  readonly failure: AskFailure;
}): JSX.Element {
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
