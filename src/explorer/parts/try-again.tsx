import type { JSX } from "preact";
import type { StoredCode } from "../../client/code-at.js";
import type { ValueMap } from "../../client/index.js";
import { textIn } from "../../codec/text.js";
import { calledCode } from "../data/codes.js";
import { parameterFields } from "../format/fields.js";
import { parametersIn } from "../format/story.js";
import { CallForm } from "./call-form.js";

interface TryAgainProps {
  readonly transaction: ValueMap;
  readonly codes: readonly StoredCode[];
  /** The main block after which it is tried; null for the last one. */
  readonly at: number | null;
}

/** The call of a transaction, to try with other parameters, another sender, or after another block. */
export function TryAgain({ transaction, codes, at }: TryAgainProps): JSX.Element {
  const code = calledCode(codes, transaction, "contract");
  const given = new Map(parametersIn(transaction));
  return (
    <CallForm
      kind="contract"
      type={textIn(transaction, "type")}
      cid={textIn(transaction, "cid") || undefined}
      code={code}
      fields={parameterFields(code?.method.parameters ?? [], given)}
      from={textIn(transaction, "from")}
      at={at}
    />
  );
}
