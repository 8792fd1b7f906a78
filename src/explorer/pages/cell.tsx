import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { CellHistory } from "../../client/index.js";
import type { StateKind } from "../../codec/state-key.js";
import { toAskFailure, useAnswer, type AskFailure } from "../data/answer.js";
import { askCell } from "../data/cell.js";
import { useLive } from "../data/live.js";
import { nameOfCell } from "../data/name-of-cell.js";
import { node } from "../data/node.js";
import { grouped } from "../format/numbers.js";
import { Asked, Failed } from "../parts/asked.js";
import { CodeLink } from "../parts/code-link.js";
import { Facts } from "../parts/facts.js";
import { Hash } from "../parts/hash.js";
import { Heading } from "../parts/heading.js";
import { Link } from "../parts/link.js";
import { Table } from "../parts/table.js";
import { HostileText } from "../parts/text.js";
import { ShownValue } from "../parts/value.js";
import { linkTo, type PageProps } from "../places.js";
import { NotFound } from "./not-found.js";

const ID = /^(universal|local)\.((?:[0-9a-f]{2}){33,64})$/;

/** A cell by `universal.KEY` or `local.KEY`: its value as of `?at=`, and what it held before. */
export function CellPage({ place: { id, at } }: PageProps): JSX.Element {
  const [, kind, key] = ID.exec(id) ?? [];
  if (key === undefined) return <NotFound what={`${id} does not name a cell.`} />;
  return <CellOf kind={kind === "local" ? "local" : "universal"} stateKey={key} at={at} />;
}

interface CellOfProps {
  readonly kind: StateKind;
  readonly stateKey: string;
  readonly at: number | null;
}

function CellOf({ kind, stateKey, at }: CellOfProps): JSX.Element {
  const { version } = useLive();
  const name = useAnswer(`name ${kind} ${stateKey}`, 0, () => nameOfCell(kind, stateKey));
  const held = useAnswer(`cell ${kind} ${stateKey} ${at}`, at === null ? version : 0, () =>
    askCell(kind, stateKey, at),
  );
  const named = name.value ?? null;
  return (
    <>
      <Heading title={named === null ? `Cell of the ${kind} state` : `Cell ${named.attribute}`}>
        Cell {named === null ? `of the ${kind} state` : <HostileText text={named.attribute} short={60} />}
      </Heading>
      <Asked answered={held}>
        {(value) => (
          <Facts
            facts={[
              [at === null ? "Value" : `Value after block ${grouped(at)}`, <ShownValue value={value} />],
              named && ["Key", <Hash hash={named.key} isWhole />],
              named && ["Named by", <CodeLink code={named.code} at={at} />],
              ["State", kind],
              ["State key", <Hash hash={stateKey} isWhole />],
            ]}
          />
        )}
      </Asked>
      <Past kind={kind} stateKey={stateKey} />
    </>
  );
}

function Past({ kind, stateKey }: Omit<CellOfProps, "at">): JSX.Element {
  const { main } = useLive();
  const [more, setMore] = useState<CellHistory | null>(null);
  const [failure, setFailure] = useState<AskFailure | null>(null);
  const first = useAnswer(`history ${kind} ${stateKey}`, main?.height ?? 0, () =>
    node.history(kind, stateKey),
  );
  if (first.failure?.isMissing === true)
    return <p class="dim">This node cannot answer what the cell held before.</p>;
  const next = async (before: number, values: CellHistory["values"]): Promise<void> => {
    try {
      const page = await node.history(kind, stateKey, before);
      setFailure(null);
      setMore({ values: [...values, ...page.values], next: page.next });
    } catch (error) {
      setFailure(toAskFailure(error));
    }
  };
  return (
    <>
      <h2>What it held</h2>
      <Asked answered={first}>
        {(page) => {
          const { values, next: before } = more ?? page;
          return (
            <>
              <Table
                label="Values"
                columns={["#Written by main block", "Value"]}
                rows={values.map(({ height, value }) => [
                  String(height),
                  <Link to={linkTo("block", height)}>{grouped(height)}</Link>,
                  <ShownValue value={value} />,
                ])}
                empty="No block has written it."
              />
              {before !== null && (
                <button type="button" onClick={() => void next(before, values)}>
                  Show earlier values
                </button>
              )}
              {failure !== null && <Failed failure={{ ...failure, isPassing: false }} />}
            </>
          );
        }}
      </Asked>
    </>
  );
}
