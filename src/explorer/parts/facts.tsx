import type { ComponentChildren, JSX } from "preact";

export type Fact = readonly [label: string, value: ComponentChildren] | null;

interface FactsProps {
  /** Those that are null are left out. */
  readonly facts: readonly Fact[];
  /** Whether the values are short, so that several fit beside each other. */
  readonly isBrief?: boolean;
}

export function Facts({ facts, isBrief = false }: FactsProps): JSX.Element {
  return (
    <dl class={isBrief ? "brief" : "facts"}>
      {facts.map(
        (fact) =>
          fact !== null && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
