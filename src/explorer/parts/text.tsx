import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { markedText, partsOf } from "../format/marks.js";

const SHORT = 240;
/** The most of a shortened text that a list gives away as CSV. */
const MOST = 10_000;

/**
 * A text of unknown origin from the chain. It is never markup, its hidden characters are visible, and it does not change
 * the direction of the text around it. A long text is shortened, with a button that shows all of it.
 */
export function HostileText({
  text,
  short = SHORT,
}: {
  readonly text: string;
  readonly short?: number;
}): JSX.Element {
  const [isWhole, setIsWhole] = useState(false);
  const isShortened = text.length > short && !isWhole;
  return (
    <>
      <bdi
        class="foreign"
        dir="ltr"
        {...(isShortened ? { "data-whole": markedText(text.slice(0, MOST)) } : {})}
      >
        {partsOf(isShortened ? text.slice(0, short) : text).map(({ text, isMark }) =>
          isMark ? (
            <span class="mark" title="a character that is not visible">
              {text}
            </span>
          ) : (
            text
          ),
        )}
      </bdi>
      {isShortened && (
        <button
          type="button"
          class="quiet"
          onClick={(event) => {
            // The text may be a link.
            event.preventDefault();
            setIsWhole(true);
          }}
        >
          … show all {text.length.toLocaleString("en")} characters
        </button>
      )}
    </>
  );
}
