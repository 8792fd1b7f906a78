import type { Value, ValueMap } from "../codec/value.js";

/** The two formats of a code's record (PROTOCOL 6.1). */

export type CodeKind = "contract" | "request";
export type CodeFormat = "classic" | "method";

/** The version of the method format, its member `m`. */
export const METHOD_VERSION = "0.2.0";

export interface CodeLayout {
  readonly format: CodeFormat;
  readonly kind: string;
  readonly name: string;
  readonly version: string;
  readonly space: string;
  readonly writer: string;
  readonly parameters: string;
}

const CLASSIC: CodeLayout = {
  format: "classic",
  kind: "type",
  name: "name",
  version: "version",
  space: "nonce",
  writer: "writer",
  parameters: "parameters",
};

const METHOD: CodeLayout = {
  format: "method",
  kind: "t",
  name: "n",
  version: "v",
  space: "s",
  writer: "w",
  parameters: "p",
};

/** Returns the layout of a record: the method format when its kind is named `t`. */
export function layoutOf(record: ValueMap): CodeLayout {
  return record.has("t") && !record.has("type") ? METHOD : CLASSIC;
}

interface CodeHeader {
  readonly kind: CodeKind;
  readonly name: string;
  readonly version: string;
  readonly space: string | null;
  readonly writer: string | null;
  readonly parameters: Value;
}

/** Returns the members that a record begins with, in their order (PROTOCOL 6.1). */
export function recordHeader(format: CodeFormat, header: CodeHeader): readonly (readonly [string, Value])[] {
  const layout = format === "method" ? METHOD : CLASSIC;
  return [
    [layout.kind, header.kind],
    ...(format === "method" ? [["m", METHOD_VERSION] as const] : []),
    [layout.name, header.name],
    [layout.version, header.version],
    [layout.space, header.space],
    [layout.writer, header.writer],
    [layout.parameters, header.parameters],
  ];
}

/** The record with the omitted space and publisher filled in. */
export function completeRecord(record: ValueMap, space: string, publisher: string): ValueMap {
  const layout = layoutOf(record);
  const members: readonly (readonly [string, Value])[] = [...record].map(([name, member]) => {
    if (member !== null) return [name, member];
    if (name === layout.space) return [name, space];
    return name === layout.writer ? [name, publisher] : [name, member];
  });
  return new Map(members);
}
