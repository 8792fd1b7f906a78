import type { JSX } from "preact";
import type { StoredCode } from "../../client/code-at.js";
import { bySpace } from "../data/codes.js";
import { markedText } from "../format/marks.js";
import { CodeLink, SpaceLink } from "./code-link.js";
import { Table } from "./table.js";
import { HostileText } from "./text.js";

interface CodeListProps {
  readonly codes: readonly StoredCode[];
  readonly at?: number | null;
}

/** Codes by their spaces, each space with a heading that leads to its page. */
export function ListedCodes({
  codes,
  at = null,
  title: Title = "h2",
}: CodeListProps & { readonly title?: "h2" | "h3" }): JSX.Element {
  return (
    <>
      {bySpace(codes).map((space) => (
        <section key={space.cid}>
          <Title>{space.cid === "" ? "Without a space" : <SpaceLink space={space} />}</Title>
          <CodeTable
            label={`Codes of ${space.isNetworks ? "the network" : markedText(space.name)}`}
            codes={space.codes}
            at={at}
          />
        </section>
      ))}
    </>
  );
}

/** The codes of one space, or of several. */
export function CodeTable({
  label,
  codes,
  at = null,
  isOfSpaces = false,
}: CodeListProps & { readonly label: string; readonly isOfSpaces?: boolean }): JSX.Element | null {
  return (
    <Table
      label={label}
      columns={["Name", "Kind", "Version", "Parameters"]}
      rows={codes.map((code) => {
        const { method, broken, kind, id } = code;
        const parameters = (method?.parameters ?? []).map(({ name }) => name).join(", ");
        return [
          `${kind} ${id}`,
          <CodeLink code={code} at={at} isInSpace={!isOfSpaces} />,
          kind,
          <HostileText text={method?.version ?? ""} short={20} />,
          broken === null ? (
            <HostileText text={parameters} short={60} />
          ) : (
            <span class="bad">
              <HostileText text={broken} />
            </span>
          ),
        ];
      })}
      empty=""
    />
  );
}
