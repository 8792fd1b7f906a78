import type { JSX } from "preact";
import type { ReadableCode } from "../../client/code-at.js";
import type { ValueMap } from "../../client/index.js";
import { isOwnCode } from "../data/codes.js";
import { parametersIn } from "../format/story.js";
import { ShownParameter } from "./value.js";
import { Table } from "./table.js";
import { HostileText } from "./text.js";

interface ParameterTableProps {
  readonly transaction: ValueMap;
  /** The code that it calls; undefined for a contract of the system. */
  readonly code: ReadableCode | undefined;
}

export function ParameterTable({ transaction, code }: ParameterTableProps): JSX.Element {
  return (
    <>
      <h2>Parameters</h2>
      <Table
        label="Parameters"
        columns={["Name", "Value"]}
        rows={parametersIn(transaction).map(([name, value]) => [
          name,
          <HostileText text={name} short={60} />,
          <ShownParameter name={name} value={value} isNetworks={code !== undefined && isOwnCode(code)} />,
        ])}
        empty="The transaction has no parameter."
      />
    </>
  );
}
