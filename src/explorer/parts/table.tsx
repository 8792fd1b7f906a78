import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { toCsv } from "../format/csv.js";

interface TableProps {
  /** What the table lists, for screen readers. */
  readonly label: string;
  /** The titles of the columns. The title of a column of numbers begins with `#`. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [key: string, ...cells: ComponentChildren[]])[];
  /** The text without rows. When it is empty, nothing is shown. */
  readonly empty: string;
}

/**
 * A table that scrolls by itself when the window is narrow. On a phone each row is a paragraph instead, whose values have the
 * titles of their columns beside them.
 */
export function Table({ label, columns, rows, empty }: TableProps): JSX.Element | null {
  const root = useRef<HTMLTableElement>(null);
  if (rows.length === 0) return empty === "" ? null : <p class="dim">{empty}</p>;
  const isNumber = (index: number): boolean => columns[index]?.startsWith("#") === true;
  const titles = columns.map((title) => title.replace(/^#/, ""));
  return (
    <>
      {/* Focusable, so that the arrow keys scroll it. */}
      {/* oxlint-disable-next-line no-noninteractive-tabindex */}
      <div class="scroll" tabIndex={0} role="region" aria-label={label}>
        <table ref={root}>
          <thead>
            <tr>
              {titles.map((title, index) => (
                <th key={title} scope="col" class={isNumber(index) ? "number" : ""}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([key, ...cells]) => (
              <tr key={key}>
                {cells.map((cell, index) => (
                  <td key={titles[index]} class={isNumber(index) ? "number" : ""} data-title={titles[index]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <button
        type="button"
        class="quiet csv"
        aria-label={`${label} as CSV`}
        onClick={() => save(label, root.current)}
      >
        CSV
      </button>
    </>
  );
}

/** Saves the rows of a table as they are shown, but with whole hashes, texts and times. */
function save(label: string, table: HTMLTableElement | null): void {
  const rows = Array.from(table?.rows ?? [], (row) => Array.from(row.cells, wholeText));
  const url = URL.createObjectURL(new Blob([toCsv(rows)], { type: "text/csv;charset=utf-8" }));
  Object.assign(document.createElement("a"), { href: url, download: `${label}.csv` }).click();
  URL.revokeObjectURL(url);
}

function wholeText(cell: HTMLElement): string {
  const copy = cell.cloneNode(true) as HTMLElement;
  for (const time of copy.querySelectorAll("time")) time.replaceWith(time.dateTime);
  for (const shown of copy.querySelectorAll<HTMLElement>("[data-whole]"))
    shown.replaceWith(shown.dataset["whole"] ?? "");
  for (const button of copy.querySelectorAll("button, form")) button.remove();
  return copy.textContent.trim();
}
