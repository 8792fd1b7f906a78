import type { ComponentChildren, JSX } from "preact";

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
  if (rows.length === 0) return empty === "" ? null : <p class="dim">{empty}</p>;
  const isNumber = (index: number): boolean => columns[index]?.startsWith("#") === true;
  const titles = columns.map((title) => title.replace(/^#/, ""));
  return (
    // Focusable, so that the arrow keys scroll it.
    // oxlint-disable-next-line no-noninteractive-tabindex
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
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
  );
}
