import { readNamedSpace } from "../../src/actions/spaces.js";
import type { ArgumentSpec, Context } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import { ADDRESS_LENGTH } from "../../src/codec/address.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { isStateKeyPart } from "../../src/codec/state-key-part.js";
import { cidOf, type Method } from "../../src/records/code.js";
import { CODE_ARGUMENT } from "../code/registered-code.js";
import { offered } from "../completers.js";
import { completeNames, resolveAddress } from "../keys.js";
import { workspaceOf } from "../workspace.js";
import * as errors from "../errors.js";

/** The arguments that name a cell of a space. */

export const ATTRIBUTE_ARGUMENT: ArgumentSpec = {
  name: "attribute",
  description: "name of the attribute, such as balance",
  isRequired: true,
  complete: offered(async (context, before) => {
    const [{ attributesOf }, methods] = await Promise.all([
      import("../../src/testing/cell-names.js"),
      methodsOf(context, before.argument(CODE_ARGUMENT.name)),
    ]);
    return [...new Set(methods.flatMap(attributesOf))];
  }),
};

/** The codes of the space that a word names, by a code or by itself. */
async function methodsOf(context: Context, word: string): Promise<readonly Method[]> {
  const workspace = workspaceOf(context);
  const [named, codes] = await Promise.all([
    workspace.keys().then((keys) => readNamedSpace(word, keys)),
    workspace.readableCodes(),
  ]);
  const methods = codes.map(({ method }) => method);
  const isMeant = ({ name, writer, space }: Method): boolean =>
    named === null ? name === word : writer === named.writer && space === named.space;
  const cids = new Set(methods.filter(isMeant).map(cidOf));
  return methods.filter((method) => cids.has(cidOf(method)));
}

export const CELL_KEY_ARGUMENT: ArgumentSpec = {
  name: "key",
  description: "key of the cell: 2 to 64 hex characters, or the name of a key for its address",
  isRequired: true,
  complete: completeNames,
};

/**
 * Hexadecimal text is a key as it is (PROTOCOL 2.5), unless it is as long as an address: then it must be a valid one.
 * Any other word is the name of a key. Throws `STATE_KEY_PART`, or as `NamedKeys.resolve` does.
 */
export async function readCellKey(context: Context, input: Input): Promise<string> {
  const word = input.argument(CELL_KEY_ARGUMENT.name);
  if (isStateKeyPart(word) && word.length !== ADDRESS_LENGTH) return word;
  try {
    return await resolveAddress(context, word);
  } catch (error) {
    throw error instanceof ChainError && error.code === "KEY_UNKNOWN"
      ? errors.stateKeyPart({ key: word })
      : error;
  }
}
