import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ReadableCode } from "../../client/code-at.js";
import { stateKeyOf, statePrefix, type StateKind } from "../../codec/state-key.js";
import { findState, type DeclaredState } from "../../contract/source/declared-state.js";
import { useAnswer } from "../data/answer.js";
import { askCell, useCellNames } from "../data/cells.js";
import { linkTo } from "../places.js";
import { goTo } from "../data/navigation.js";
import { usePaged } from "../data/paged.js";
import { grouped } from "../format/numbers.js";
import { CellValue, KeyOfCell } from "./cell-link.js";
import { Hash } from "./hash.js";
import { Link } from "./link.js";
import { PagedList } from "./paged-list.js";
import { Table } from "./table.js";
import { HostileText } from "./text.js";
import { ShownValue } from "./value.js";

interface CodeCellsProps {
  readonly method: ReadableCode["method"];
  readonly at: number | null;
}

interface SpaceCellsProps extends Pick<CodeCellsProps, "at"> {
  /** Of one space. */
  readonly methods: readonly ReadableCode["method"][];
}

const MAX_SHOWN = 50;
const ONLY_KEY = "00";

/** The cells that codes read and write, by attribute: single ones with their value, others by key. */
export function CodeCells({ methods, at }: SpaceCellsProps): JSX.Element | null {
  const [listed, setListed] = useState<DeclaredState | null>(null);
  const declared = methods.flatMap(({ executions }) => [...findState(executions, new Set())]);
  const states = [...new Map(declared).values()].slice(0, MAX_SHOWN);
  const [method] = methods;
  if (method === undefined) return null;
  return (
    <>
      <h2>Cells</h2>
      <Table
        label="Cells"
        columns={["Attribute", "State", "Value"]}
        rows={states.map((state) => [
          `${state.kind} ${state.attribute}`,
          <HostileText text={state.attribute} short={60} />,
          state.kind,
          state.isSingle ? (
            <SingleCell method={method} state={state} at={at} />
          ) : (
            <KeyedCell
              method={method}
              state={state}
              at={at}
              isListed={listed?.kind === state.kind && listed.attribute === state.attribute}
              onList={setListed}
            />
          ),
        ])}
        empty="No cell is named."
      />
      {listed !== null && (
        <>
          <h3>
            Cells of <HostileText text={listed.attribute} short={60} />
          </h3>
          <CellsOfAttribute
            kind={listed.kind}
            attribute={listed.attribute}
            prefix={statePrefix(method.writer, method.space, listed.attribute)}
            at={at}
          />
        </>
      )}
    </>
  );
}

interface CellProps extends CodeCellsProps {
  readonly state: DeclaredState;
}

function SingleCell({ method, state: { kind, attribute }, at }: CellProps): JSX.Element {
  const key = statePrefix(method.writer, method.space, attribute) + ONLY_KEY;
  const { value, failure } = useAnswer(`cell ${kind} ${key} ${at}`, (node) => askCell(node, kind, key, at), {
    isFinal: at !== null,
  });
  const link = linkTo("cell", `${kind}.${key}`, { at });
  if (value === undefined)
    return failure === null ? <span class="dim">…</span> : <Hash hash={key} to={link} />;
  return (
    <>
      <ShownValue value={value} /> <Link to={link}>history</Link>
    </>
  );
}

interface KeyedCellProps extends CellProps {
  readonly isListed: boolean;
  /** Lists the cells of the attribute; null lists none. */
  readonly onList: (state: DeclaredState | null) => void;
}

function KeyedCell({ method, state, at, isListed, onList }: KeyedCellProps): JSX.Element {
  const { kind, attribute } = state;
  const [isWrong, setIsWrong] = useState(false);
  const show = (form: HTMLFormElement): void => {
    const given = new FormData(form).get("key");
    const key = typeof given === "string" ? given.trim() : "";
    const stateKey = stateKeyOf(method.writer, method.space, attribute, key);
    setIsWrong(stateKey === null);
    if (stateKey !== null) goTo(linkTo("cell", `${kind}.${stateKey}`, { at }));
  };
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault();
        show(event.currentTarget);
      }}
    >
      <input
        name="key"
        required
        spellcheck={false}
        placeholder="key, such as an address"
        aria-label={`Key of ${attribute}`}
      />{" "}
      <button type="submit">Show</button>
      <button type="button" aria-pressed={isListed} onClick={() => onList(isListed ? null : state)}>
        list all
      </button>
      {isWrong && <span class="bad"> A key has 2 to 64 hex digits.</span>}
    </form>
  );
}

interface CellsOfAttributeProps {
  readonly kind: StateKind;
  readonly attribute: string;
  /** The beginning of the state keys of the attribute. */
  readonly prefix: string;
  readonly at: number | null;
}

function CellsOfAttribute({ kind, attribute, prefix, at }: CellsOfAttributeProps): JSX.Element {
  const names = useCellNames();
  const paged = usePaged(
    `cells ${kind} ${prefix} ${at}`,
    async (node, after?: string) => {
      const { cells, next } = await node.listCells(kind, prefix, { after, height: at ?? undefined });
      return { items: cells, next };
    },
    { isFinal: at !== null },
  );
  return (
    <PagedList paged={paged} more="Show more cells">
      {(cells) => (
        <Table
          label={`Cells of ${attribute}`}
          columns={["Key", "Value", "#Written by main block", "Past"]}
          rows={cells.map(({ key, value, height }) => [
            key,
            <KeyOfCell stateKey={key} names={names} />,
            <CellValue stateKey={key} names={names} value={value} />,
            <Link to={linkTo("block", height)}>{grouped(height)}</Link>,
            <Link to={linkTo("cell", `${kind}.${key}`, { at })}>history</Link>,
          ])}
          empty="No cell of it holds anything."
        />
      )}
    </PagedList>
  );
}
