import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { partsOf } from "../format/marks.js";

const SHORT = 240;

/**
 * A text that anyone may have written to the chain: never markup, its hidden characters visible, a long one shortened with
 * a way to the whole. It does not change the direction of what is around it.
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
      <bdi class="foreign" dir="ltr">
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
        <button type="button" class="quiet" onClick={() => setIsWhole(true)}>
          … show all {text.length.toLocaleString("en")} characters
        </button>
      )}
    </>
  );
}
