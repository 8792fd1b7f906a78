import type { JSX } from "preact";
import type { ParameterField } from "../format/fields.js";
import { HostileText } from "./text.js";

interface ParameterInputsProps {
  readonly fields: readonly ParameterField[];
  readonly texts: ReadonlyMap<string, string>;
  readonly onChange: (name: string, text: string) => void;
}

export function ParameterInputs({ fields, texts, onChange }: ParameterInputsProps): JSX.Element {
  return (
    <>
      {fields.map((field) => {
        const { name, form, hint, initial } = field;
        const text = texts.get(name) ?? initial;
        return (
          <label key={name}>
            <span>
              <strong>
                <HostileText text={name} short={60} />
              </strong>{" "}
              <HostileText text={hint} short={120} />
              {form === "json" && ", as JSON"}
            </span>
            {form === "boolean" ? (
              <select value={text} onChange={(event) => onChange(name, event.currentTarget.value)}>
                <option value="">(left out)</option>
                <option value="true">true</option>
                <option value="false">false</option>
              </select>
            ) : text.length > LONG ? (
              <textarea
                rows={6}
                spellcheck={false}
                value={text}
                onInput={(event) => onChange(name, event.currentTarget.value)}
              />
            ) : (
              <input
                spellcheck={false}
                autocomplete="off"
                value={text}
                onInput={(event) => onChange(name, event.currentTarget.value)}
              />
            )}
          </label>
        );
      })}
    </>
  );
}

const LONG = 80;
