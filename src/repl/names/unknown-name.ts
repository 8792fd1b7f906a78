import { ChainError } from "../../codec/chain-error.js";
import { nearestName } from "../../records/nearest-name.js";

/** Returns the error for an unknown name, with the known name that was probably meant. */
export function unknownName(name: string, known: Iterable<string>): ChainError {
  const nearest = nearestName(name, known);
  return new ChainError("NAME_UNKNOWN", `The console has no ${name}. `, {
    kind: "not-found",
    advice: nearest === undefined ? "See all there is: .help" : `Did you mean ${nearest}?`,
  });
}
