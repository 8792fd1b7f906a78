import type { JSX } from "preact";
import { localTimeText, toMilliseconds } from "../../base/text/time-text.js";
import { useNow } from "../data/now.js";
import { ageText } from "../format/times.js";

const TICK_MS = 1000;

/** A time of the chain in µs: how long ago it was, or the date with the age in its title. */
export function Time({
  us,
  isDate = false,
}: {
  readonly us: number;
  readonly isDate?: boolean;
}): JSX.Element {
  const now = useNow(isDate ? TICK_MS * 10 : TICK_MS);
  const date = new Date(toMilliseconds(us));
  const isKnown = !Number.isNaN(date.getTime());
  const local = isKnown ? localTimeText(date) : `${us} µs`;
  const age = ageText(us, now * 1000);
  return (
    <time {...(isKnown ? { dateTime: date.toISOString() } : {})} title={isDate ? age : local}>
      {isDate ? `${local} (${age})` : age}
    </time>
  );
}
