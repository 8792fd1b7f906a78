import { diffLines } from "diff";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { ChainError } from "../../client/index.js";
import { parseJson } from "../../codec/parse-json.js";
import { valueToJson } from "../../codec/readable-json.js";
import { HostileText } from "./text.js";

interface CodeDifferenceProps {
  readonly old: string;
  readonly text: string;
}

/** A comparison that takes longer than a reader waits is given up. */
const MAX_MS = 500;

/** The lines of JSON in which two versions of a code differ. */
export function CodeDifference({ old, text }: CodeDifferenceProps): JSX.Element {
  const changes = useMemo(() => diffLines(linesOf(old), linesOf(text), { timeout: MAX_MS }), [old, text]);
  if (changes === undefined) return <p class="dim">The versions differ too much to compare them here.</p>;
  return (
    <section aria-label="What changed">
      <pre class="box" tabIndex={0}>
        {changes.map(({ added, removed, value }, index) => {
          const [Tag, sign, kind] = added
            ? (["ins", "+ ", "good"] as const)
            : removed
              ? (["del", "- ", "bad"] as const)
              : (["span", "  ", "dim"] as const);
          const lines = value.replace(/\n$/, "").split("\n");
          return (
            <Tag key={index} class={`lines ${kind}`}>
              <HostileText text={lines.map((line) => sign + line).join("\n")} short={4000} />
            </Tag>
          );
        })}
      </pre>
    </section>
  );
}

function linesOf(text: string): string {
  try {
    return `${valueToJson(parseJson(text), "  ")}\n`;
  } catch (error) {
    if (error instanceof ChainError) return `${text}\n`;
    throw error;
  }
}
