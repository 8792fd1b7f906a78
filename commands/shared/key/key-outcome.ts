import type { Outcome } from "../../../src/cli/output/outcome.js";
import { fieldsText } from "../../../src/cli/output/table.js";
import type { KeyEntry } from "../../../src/node/keys/keystore.js";
import { keyToData } from "../../key/keys.js";

/** One key with its whole address and public key, so that people can copy them. */
export function keyOutcome(entry: KeyEntry): Outcome {
  return {
    data: keyToData(entry),
    text: (view) =>
      fieldsText(view, [
        ["name", entry.name],
        ["address", entry.address],
        ["public key", entry.publicKey],
        ["default", entry.isDefault ? "yes" : "no"],
      ]),
  };
}
