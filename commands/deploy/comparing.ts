import { isNewer, type Registrar } from "../../src/actions/register-code.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import type { ChainError } from "../../src/codec/chain-error.js";
import { valueToText } from "../../src/codec/text.js";
import { isMap } from "../../src/codec/value.js";
import type { Method } from "../../src/records/code.js";
import { layoutOf } from "../../src/records/code-layout.js";
import { CONTRACTS } from "../../src/records/operations/system-contracts.js";
import { codeRecord } from "../../src/records/stored-code.js";
import type { CodeSource } from "../code/code-files.js";
import { codeVersion } from "../code/errors.js";
import * as errors from "./errors.js";

/** The key that signs a transaction, by its name, and its address. */
export interface PlannedSigner {
  readonly key: string | null;
  readonly from: string;
}

/** A code of the files, before it is compared. */
export interface PlannedText extends PlannedSigner {
  readonly entry: string;
  readonly source: CodeSource;
  readonly method: Method;
  readonly id: string;
}

export interface PlannedCode extends PlannedText {
  readonly registrar: Registrar;
  /** What the chain is to have. */
  readonly text: string;
  /** The version of that. */
  readonly next: string;
  /** What it has. */
  readonly registered: string | null;
  /** Of the registered text. */
  readonly version: string | null;
  /** `drifted`: the chain has another text, which the file's version does not replace. */
  readonly change: "new" | "changed" | "equal" | "drifted";
  readonly fee: bigint | null;
  /** Why the chain will not take it. */
  readonly refusal: ChainError | null;
}

interface Compared {
  /** What the chain is to have, before its version is chosen. */
  readonly text: string;
  readonly registered: string | null;
  /** Whether a code that differs gets a version above the registered one, when its own is not. */
  readonly isNextVersion: boolean;
}

export function compareCode(code: PlannedText, { text, registered, isNextVersion }: Compared): PlannedCode {
  const { method, from } = code;
  const { name, writer } = method;
  const { file } = code.source;
  const isClassic = method.format === "classic";
  const isWriter = isClassic || writer === from;
  const [own, version] = [versionOf(text), registered === null ? null : versionOf(registered)];
  const given: PlannedCode = {
    ...code,
    registrar: isClassic ? CONTRACTS.REGISTER.type : "Publish",
    text,
    next: own,
    registered,
    version,
    change: registered === null ? "new" : "changed",
    fee: null,
    refusal: isWriter ? null : errors.deployWriter({ name, writer, signer: from, file }),
  };
  if (registered === null || version === null) return given;
  const equal = { ...given, text: registered, next: version, change: "equal", refusal: null } as const;
  if (registered === text) return equal;
  if (isNewer(own, version)) return given;
  // Another version of the same code: the file is behind a --next-version or a rollback.
  if (withVersion(text, version) === registered) return equal;
  const next = isNextVersion ? versionAfter(version) : null;
  if (next !== null) return { ...given, text: withVersion(text, next), next };
  const refusal = given.refusal ?? codeVersion({ name, file, version: own, registered: version });
  return { ...given, change: "drifted", refusal };
}

export function versionOf(text: string): string {
  const record = codeRecord({ text });
  return isMap(record) ? valueToText(record.get(layoutOf(record).version) ?? null) : "";
}

function withVersion(text: string, version: string): string {
  const record = codeRecord({ text });
  return isMap(record) ? canonicalJson(new Map([...record, [layoutOf(record).version, version]])) : text;
}

/** The whole number after a version; null for one that is no decimal number. */
function versionAfter(version: string): string | null {
  const [, whole] = /^(\d+)(?:\.\d+)?$/.exec(version) ?? [];
  return whole === undefined ? null : String(BigInt(whole) + 1n);
}
