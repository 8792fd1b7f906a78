import type { JSX } from "preact";
import type { StoredCode } from "../../client/code-at.js";
import { isOwnCode } from "../data/codes.js";
import { AddressLink } from "./address-link.js";
import { CodeLink } from "./code-link.js";
import { Hash } from "./hash.js";
import { Table } from "./table.js";
import { HostileText } from "./text.js";

interface CodeListProps {
  readonly label: string;
  readonly codes: readonly StoredCode[];
  readonly at?: number | null;
  readonly empty: string;
}

export function ListedCodes({ label, codes, at = null, empty }: CodeListProps): JSX.Element {
  return (
    <Table
      label={label}
      columns={["Name", "Version", "Kind", "Writer", "Space", "Parameters"]}
      rows={codes.map((code) => {
        const { method, broken, kind, id } = code;
        const key = `${kind} ${id}`;
        if (method === null)
          return [
            key,
            <CodeLink code={code} at={at} />,
            "",
            kind,
            "",
            "",
            <HostileText text={broken ?? ""} />,
          ];
        return [
          key,
          <CodeLink code={code} at={at} />,
          <HostileText text={method.version} short={20} />,
          kind,
          isOwnCode(code) ? <span class="dim">the network</span> : <AddressLink address={method.writer} />,
          isOwnCode(code) ? (
            ""
          ) : method.space.length > SHORT ? (
            <Hash hash={method.space} />
          ) : (
            <HostileText text={method.space} />
          ),
          broken === null ? (
            <HostileText text={(method.parameters ?? []).map(({ name }) => name).join(", ")} short={60} />
          ) : (
            <span class="bad">
              <HostileText text={broken} />
            </span>
          ),
        ];
      })}
      empty={empty}
    />
  );
}

const SHORT = 40;
