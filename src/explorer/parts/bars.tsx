import type { JSX } from "preact";

interface BarsProps {
  readonly label: string;
  readonly values: readonly number[];
}

const BAR = 10;
const GAP = 2;
const HEIGHT = 40;

/** Counts of intervals as bars, the earliest first. Empty when all counts are zero. */
export function Bars({ label, values }: BarsProps): JSX.Element | null {
  if (values.every((value) => value === 0)) return null;
  const most = Math.max(1, ...values);
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${values.length * BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, index) => {
        const height = (value / most) * HEIGHT;
        return (
          <rect
            key={index}
            class="bar"
            x={index * BAR + GAP / 2}
            y={HEIGHT - height}
            width={BAR - GAP}
            height={height}
          />
        );
      })}
    </svg>
  );
}
