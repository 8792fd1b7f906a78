import type { ChainError } from "../../codec/chain-error.js";
import { nearestName } from "../../records/nearest-name.js";
import * as errors from "../errors.js";

/** Returns the error for an unknown name, with the known name that was probably meant. */
export function unknownName(name: string, known: Iterable<string>): ChainError {
  const nearest = nearestName(name, known);
  return errors.nameUnknown({ name }, { nearest });
}
