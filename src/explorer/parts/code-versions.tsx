import { diffLines } from "diff";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { readStoredCode, type StoredCode } from "../../client/code-at.js";
import { attempted } from "../../codec/chain-error.js";
import { parseJson } from "../../codec/parse-json.js";
import { valueToJson } from "../../codec/readable-json.js";
import { useAnswer } from "../data/answer.js";
import { grouped } from "../format/numbers.js";
import { linkTo } from "../places.js";
import { Asked } from "./asked.js";
import { linkToCode } from "./code-link.js";
import { Link } from "./link.js";
import { Table } from "./table.js";
import { HostileText } from "./text.js";

interface CodeVersionsProps {
  readonly code: StoredCode;
  readonly stateKey: string;
}

/** The versions of a code, newest first, each with what it changed. */
export function CodeVersions({ code, stateKey }: CodeVersionsProps): JSX.Element {
  const [shown, setShown] = useState<number | null>(null);
  const asked = useAnswer(`versions ${stateKey}`, (node) => node.history("local", stateKey));
  return (
    <>
      <h2>Versions</h2>
      <Asked answered={asked}>
        {({ values, next }) => {
          const versions = values.map(({ height, value }) => ({
            height,
            stored: value === null ? null : readStoredCode({ kind: code.kind, id: code.id, value }),
          }));
          const index = versions.findIndex(({ height }) => height === shown);
          return (
            <>
              <Table
                label="Versions"
                columns={["Version", "#Main block", "Changes"]}
                rows={versions.map(({ height, stored }, index) => [
                  String(height),
                  stored === null ? (
                    <span class="dim">removed</span>
                  ) : (
                    <Link to={linkToCode(code, height)}>
                      <HostileText text={stored.method?.version ?? "broken"} short={40} />
                    </Link>
                  ),
                  <Link to={linkTo("block", height)}>{grouped(height)}</Link>,
                  index === versions.length - 1 ? (
                    <span class="dim">{next === null ? "the first one" : ""}</span>
                  ) : (
                    <button
                      type="button"
                      aria-pressed={shown === height}
                      onClick={() => setShown(shown === height ? null : height)}
                    >
                      show what changed
                    </button>
                  ),
                ])}
                empty="The node knows no version."
              />
              {index >= 0 && (
                <CodeDifference
                  old={versions[index + 1]?.stored?.text ?? ""}
                  text={versions[index]?.stored?.text ?? ""}
                />
              )}
            </>
          );
        }}
      </Asked>
    </>
  );
}

interface CodeDifferenceProps {
  readonly old: string;
  readonly text: string;
}

/** A comparison ends after this time, before a reader stops waiting. */
const MAX_MS = 500;

/** The lines of JSON in which two versions of a code differ. */
function CodeDifference({ old, text }: CodeDifferenceProps): JSX.Element {
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
  return `${attempted(() => valueToJson(parseJson(text), "  "), text)}\n`;
}
