import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { StoredCode } from "../../client/code-at.js";
import { attempted } from "../../codec/chain-error.js";
import { parseJson } from "../../codec/parse-json.js";
import { valueToJson } from "../../codec/readable-json.js";
import { toPseudoCode } from "../../contract/source/to-pseudo-code.js";
import { toSource } from "../../contract/source/to-source.js";
import { Copy } from "./hash.js";
import { HostileText } from "./text.js";

const FORMS = [
  ["pseudo", "Pseudo-code", toPseudoCode],
  ["builder", "TypeScript", toSource],
] as const;

const SHORT = 20_000;

/** The source of a code, beside its JSON. A code that cannot be decompiled is shown as the text that the chain holds. */
export function SourceOfCode({ code: { text } }: { readonly code: Pick<StoredCode, "text"> }): JSX.Element {
  const [form, setForm] = useState<(typeof FORMS)[number][0]>("pseudo");
  const readable = useMemo(() => {
    const write = FORMS.find(([name]) => name === form)?.[2] ?? toPseudoCode;
    return attempted(
      () => write(text),
      "It cannot be shown in this form: no code can be read from its text.",
    );
  }, [form, text]);
  const json = useMemo(() => attempted(() => valueToJson(parseJson(text), "  "), text), [text]);
  return (
    <>
      <h2>Source</h2>
      <div class="beside">
        <section aria-label="Readable source">
          <div class="choices" role="group" aria-label="Form of the source">
            {FORMS.map(([name, title]) => (
              <button key={name} type="button" aria-pressed={form === name} onClick={() => setForm(name)}>
                {title}
              </button>
            ))}
            <Copy text={readable} />
          </div>
          <pre class="box" tabIndex={0}>
            <HostileText text={readable} short={SHORT} />
          </pre>
        </section>
        <section aria-label="JSON">
          <div class="choices">
            <strong>JSON on the chain</strong>
            <Copy text={text} />
          </div>
          <pre class="box" tabIndex={0}>
            <HostileText text={json} short={SHORT} />
          </pre>
        </section>
      </div>
    </>
  );
}
