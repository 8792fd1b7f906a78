import type { ComponentChildren, JSX } from "preact";

export type Fact = readonly [label: string, value: ComponentChildren] | null;

/** Labels and values; those that are null are left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="facts">
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
