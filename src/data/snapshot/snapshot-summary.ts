import { canonicalJson } from "../../codec/canonical-json.js";
import { hashOf } from "../../codec/hash.js";
import { attempted } from "../../codec/chain-error.js";
import { parseJson } from "../../codec/parse-json.js";
import { objectToValue } from "../../codec/value.js";
import { Fields } from "../../records/fields.js";
import * as errors from "./errors.js";

/** What a snapshot file begins with (docs/pruning.md). Its hash stands for the whole file. */
export interface SnapshotSummary {
  /** The definition of the network, whose hash databases hold (`networkText`). */
  readonly network: string;
  readonly height: number;
  readonly blockhash: string;
  readonly resource_height: number;
  readonly resource_blockhash: string;
  readonly codes: number;
  readonly cells: number;
  /** The roots of the lines of each part, in the order of the parts. */
  readonly main_root: string;
  readonly code_root: string;
  readonly cell_root: string;
  readonly resource_root: string;
}

export const FORMAT = "chainnode snapshot 1";
/** No summary is longer: a definition names few managers. */
const MAX_SUMMARY_LENGTH = 1_048_576;

export function snapshotSummaryText({
  height,
  resource_height,
  codes,
  cells,
  ...texts
}: SnapshotSummary): string {
  const counts = { height, resource_height, codes, cells };
  const numbers = Object.entries(counts).map(([name, count]) => [name, BigInt(count)] as const);
  return canonicalJson(objectToValue({ format: FORMAT, ...texts, ...Object.fromEntries(numbers) }));
}

/** The hash by which an operator trusts a snapshot. */
export function snapshotHash(summaryText: string): string {
  return hashOf(summaryText);
}

/** Reads the first line. Throws `SNAPSHOT_FORMAT`, and `SNAPSHOT_UNTRUSTED` when it has another hash. */
export function readSnapshotSummary(text: string, trusted: string): SnapshotSummary {
  if (text.length > MAX_SUMMARY_LENGTH) throw errors.snapshotFormat();
  const value = attempted(() => parseJson(text), null);
  const fields = attempted(() => new Fields(value, "snapshot"), null);
  if (fields === null || attempted(() => fields.text("format"), "") !== FORMAT) throw errors.snapshotFormat();
  const hash = snapshotHash(text);
  if (hash !== trusted) throw errors.snapshotUntrusted({ hash, trusted });
  return {
    network: fields.text("network"),
    height: fields.integer("height"),
    blockhash: fields.timeHash("blockhash"),
    resource_height: fields.integer("resource_height"),
    resource_blockhash: fields.previousBlockhash("resource_blockhash"),
    codes: fields.integer("codes"),
    cells: fields.integer("cells"),
    main_root: fields.hash("main_root"),
    code_root: fields.hash("code_root"),
    cell_root: fields.hash("cell_root"),
    resource_root: fields.hash("resource_root"),
  };
}
