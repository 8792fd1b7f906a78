import { ChainError } from "../../codec/chain-error.js";
import { nearestName } from "../../records/nearest-name.js";

/** Says which of the known names was most likely meant. */
export function unknownName(name: string, known: Iterable<string>): ChainError {
  const nearest = nearestName(name, known);
  return new ChainError("NAME_UNKNOWN", `The console has no ${name}. `, {
    kind: "not-found",
    advice: nearest === undefined ? "See all there is: .help" : `Did you mean ${nearest}?`,
  });
}
