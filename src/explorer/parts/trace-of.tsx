import type { JSX } from "preact";
import { useAnswer } from "../data/answer.js";
import { node } from "../data/node.js";
import { Asked } from "./asked.js";
import { ShownTrial } from "./trial.js";

/** What a committed transaction did, operator by operator. */
export function TraceOf({ hash }: { readonly hash: string }): JSX.Element {
  const asked = useAnswer(`trace ${hash}`, 0, () => node.trace(hash));
  return (
    <section aria-label="What it did">
      <h2>What it did</h2>
      {asked.failure?.isMissing === true ? (
        <p class="dim">This node cannot answer that: it does not trace transactions.</p>
      ) : (
        <Asked answered={asked}>{(trial) => <ShownTrial trial={trial} />}</Asked>
      )}
    </section>
  );
}
