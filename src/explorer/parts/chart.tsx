import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Table } from "./table.js";

interface ChartProps {
  readonly label: string;
  /** The title of what the points are of, such as `Block`. */
  readonly axis: string;
  /** Evenly apart, the earliest first. */
  readonly points: readonly { readonly at: string; readonly value: bigint }[];
  /** Whether the values are levels, whose differences count, and not amounts of an interval. */
  readonly isLine?: boolean;
  /** A value with its unit. */
  readonly text: (value: bigint) => string;
}

const BAR = 10;
const HEIGHT = 40;

/** Values with both ends of their axes. The pointer or the arrow keys choose a point, and a table lists all of them. */
export function Chart({ label, axis, points, isLine = false, text }: ChartProps): JSX.Element | null {
  const [index, setIndex] = useState<number | null>(null);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const values = points.map(({ value }) => value);
  const most = values.reduce((most, value) => (value > most ? value : most));
  const least = isLine ? values.reduce((least, value) => (value < least ? value : least)) : 0n;
  const range = most > least ? most - least : 1n;
  // In thousandths of the height: a float cannot hold every amount.
  const heightOf = (value: bigint): number => (Number(((value - least) * 1000n) / range) / 1000) * HEIGHT;
  const at = Math.min(index ?? points.length, points.length - 1);
  const chosen = points[at] ?? last;
  const said = `${chosen.at}: ${text(chosen.value)}`;
  const choose = ({ currentTarget, offsetX }: PointerEvent): void =>
    setIndex(Math.max(0, Math.floor((offsetX / (currentTarget as HTMLElement).clientWidth) * points.length)));
  return (
    <figure>
      <span class="dim number">{text(most)}</span>
      <div class="plot" onPointerMove={choose} onPointerLeave={() => setIndex(null)}>
        <svg
          class="chart"
          viewBox={`0 0 ${points.length * BAR} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {index !== null && <rect class="cursor" x={at * BAR} width={BAR} height={HEIGHT} />}
          {isLine ? (
            <path
              d={values
                .map(
                  (value, index) =>
                    `${index === 0 ? "M0 " : "V"}${HEIGHT - heightOf(value)}H${(index + 1) * BAR}`,
                )
                .join("")}
            />
          ) : (
            values.map((value, index) => (
              <rect
                key={index}
                class="bar"
                x={index * BAR + 1}
                y={HEIGHT - heightOf(value)}
                width={BAR - 2}
                height={heightOf(value)}
              />
            ))
          )}
        </svg>
        <input
          type="range"
          min={0}
          max={points.length - 1}
          value={at}
          aria-label={`Point of the chart: ${label}`}
          aria-valuetext={said}
          onInput={(event) => setIndex(Number(event.currentTarget.value))}
        />
      </div>
      <span class="dim number">{text(least)}</span>
      <div class="scale dim">
        <span>{first.at}</span>
        <span>{last.at}</span>
      </div>
      <strong>{said}</strong>
      <details>
        <summary>As a table</summary>
        <Table
          label={`${label}, as a table`}
          columns={[axis, "#Value"]}
          rows={points.map(({ at, value }) => [at, at, text(value)])}
          empty=""
        />
      </details>
    </figure>
  );
}
