import type { JSX } from "preact";
import type { ReadableCode } from "../../client/code-at.js";
import { useAnswer } from "../data/answer.js";
import { node } from "../data/node.js";
import { Asked } from "./asked.js";
import { ShownTrial } from "./trial.js";

/** What a committed transaction did, operator by operator. */
export function TraceOf({
  hash,
  code,
}: {
  readonly hash: string;
  readonly code: ReadableCode | undefined;
}): JSX.Element {
  const asked = useAnswer(`trace ${hash}`, 0, () => node.trace(hash));
  return (
    <section aria-label="What it did">
      <h2>What it did</h2>
      <Asked answered={asked}>{(trial) => <ShownTrial trial={trial} code={code} />}</Asked>
    </section>
  );
}
