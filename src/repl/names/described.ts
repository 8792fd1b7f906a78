import { printable } from "../print/printable.js";
import { CONSOLE_NAMES } from "./table.js";
import { withUsage } from "./with-usage.js";

/** Returns an object that is shown as the list of its members. */
export function described<T extends object>(name: string, object: T): T {
  return printable(withUsage(object, `${name}.`), ({ dim }) => {
    const members = CONSOLE_NAMES.filter((entry) => entry.name.startsWith(`${name}.`));
    return members.map(({ signature, summary }) => `${signature}\n  ${dim(summary)}\n`).join("");
  });
}
