import { assertSpace, readNamedSpace } from "../../src/actions/spaces.js";
import { option, type Command, positional, type Context } from "../../src/cli/command.js";
import { outlineText } from "../../src/cli/output/view.js";
import { padStateKey, stateKeyOf, type StateKind } from "../../src/codec/state-key.js";
import { objectToValue } from "../../src/codec/value.js";
import { chooseCode } from "../../src/client/registered-codes.js";
import { ADDRESS, ANY, HEIGHT, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { withChain } from "../code/read-chain.js";
import { CODE_ARGUMENT, completeCodeNames } from "../code/registered.js";
import { completeSpaces } from "../call-input.js";
import { anyOf, offered } from "../completers.js";
import { KIND_OPTION, OFFLINE_OPTION, readKind } from "../options.js";
import * as errors from "../errors.js";
import type { Input } from "../../src/cli/input/input.js";
import { ADDRESS_LENGTH, ZERO_ADDRESS } from "../../src/codec/address.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { isStateKeyPart } from "../../src/codec/state-key-part.js";
import { nearestName } from "../../src/base/text/nearest-name.js";
import { SYSTEM_ATTRIBUTES } from "../../src/records/network.js";
import { cidOf, type Method } from "../../src/records/code.js";
import { completeNames, resolveAddress } from "../keys.js";

/** The arguments that name a cell of a space. */

export const ATTRIBUTE_ARGUMENT = positional("<attribute>", "name of the attribute, such as balance", {
  complete: offered(async (context, before) => {
    const { attributesOf } = await import("../../src/testing/cell-names.js");
    const methods = await methodsOf(context, before.argument(CODE_ARGUMENT.name));
    return [...new Set(methods.flatMap(attributesOf))];
  }),
});

/** The codes of the space that a word names, by a code or by itself. */
async function methodsOf(context: Context, word: string): Promise<readonly Method[]> {
  const { workspace } = context;
  const [named, codes] = await Promise.all([
    workspace.keys().then((keys) => readNamedSpace(word, keys)),
    workspace.readableCodes(),
  ]);
  const methods = codes.map(({ method }) => method);
  const isMeant = (method: Method): boolean => (named === null ? method.name === word : isOf(method, named));
  const cids = new Set(methods.filter(isMeant).map(cidOf));
  return methods.filter((method) => cids.has(cidOf(method)));
}

const OF_SYSTEM = Object.entries(SYSTEM_ATTRIBUTES).map(([attribute, kind]) => ({ attribute, kind }));

function isOf(method: Method, { writer, space }: Pick<Method, "writer" | "space">): boolean {
  return method.writer === writer && method.space === space;
}

/** Refuses an attribute that no code of its space, nor the system, uses. Throws `ATTRIBUTE_UNKNOWN`. */
async function assertAttribute(
  { kind, attribute }: { readonly kind: StateKind; readonly attribute: string },
  methods: readonly Method[],
): Promise<void> {
  const { usedAttributes } = await import("../../src/testing/cell-names.js");
  // What Publish computes is of the system.
  const isOwn = methods.some(({ writer }) => writer === ZERO_ADDRESS);
  const computed = methods.flatMap(usedAttributes).filter((each) => !isOwn || each.attribute !== null);
  const used = isOwn ? [...computed, ...OF_SYSTEM] : computed;
  const names = used.filter((each) => each.kind === kind).map((each) => each.attribute);
  if (names.includes(attribute) || names.includes(null)) return;
  const isOther = used.some((each) => each.attribute === attribute);
  const other = kind === "local" ? "universal" : "local";
  const known = [...new Set(names)].filter((name) => name !== null);
  throw errors.attributeUnknown(
    {
      kind,
      attribute,
      advice: isOther ? `It is ${other}: --${other}` : `The space has: ${known.join(", ") || "none"}`,
    },
    { nearest: isOther ? undefined : nearestName(attribute, known) },
  );
}

export const CELL_KEY_ARGUMENT = positional(
  "<key>",
  "key of the cell: 2 to 64 hex characters, or the name of a key for its address",
  { complete: completeNames },
);

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

export const command: Command = {
  summary: "show the value of a cell",
  description: [
    "The cell is one of the space of the code. A cell that was never written has the value null. An attribute that no code of the space names is refused.",
    "With --at it shows the value after an earlier main block.",
  ],
  arguments: [
    {
      ...CODE_ARGUMENT,
      description: `${CODE_ARGUMENT.description}; or its space, as alice/art`,
      complete: anyOf(completeSpaces, completeCodeNames),
    },
    ATTRIBUTE_ARGUMENT,
    CELL_KEY_ARGUMENT,
  ],
  options: [
    option("--universal", "read the universal state, which is the default"),
    option("--local", "read the local state"),
    option("--at <height>", "height of the main block after which the cell is read", "the last block"),
    KIND_OPTION,
    OFFLINE_OPTION,
  ],
  examples: [
    "chainnode state get GetBalance balance alice",
    "chainnode state get alice/shop stock 01 --at 1200 --json",
  ],
  result: objectOf({
    kind: TEXT,
    writer: ADDRESS,
    space: TEXT,
    attribute: TEXT,
    key: TEXT,
    state_key: TEXT,
    height: HEIGHT,
    value: ANY,
  }),
  async run(context, input) {
    if (input.flag("universal") && input.flag("local")) throw errors.stateOption();
    const kind: StateKind = input.flag("local") ? "local" : "universal";
    const height = input.integer("at", 0);
    const attribute = input.argument(ATTRIBUTE_ARGUMENT.name);
    const key = await readCellKey(context, input);
    return withChain(context, input, async (tip) => {
      const chain = height === undefined ? tip : await tip.at(height);
      const word = input.argument(CODE_ARGUMENT.name);
      const codes = chain.codes.readable;
      const named = await readNamedSpace(word, await context.workspace.keys());
      if (named !== null) assertSpace(word, named, codes);
      const { writer, space } = named ?? chooseCode(codes, word, { kind: readKind(input) }).method;
      const stateKey = stateKeyOf(writer, space, attribute, key);
      if (stateKey === null) throw errors.stateKeyPart({ key });
      const cell = padStateKey(stateKey);
      const value = (await chain.reader.readState(kind, [cell])).get(cell) ?? null;
      const methods = codes.map(({ method }) => method).filter((each) => isOf(each, { writer, space }));
      if (value === null) await assertAttribute({ kind, attribute }, methods);
      return {
        data: objectToValue({
          kind,
          writer,
          space,
          attribute,
          key,
          state_key: stateKey,
          height: BigInt(chain.height),
          value,
        }),
        text: (view) => outlineText(view, value),
      };
    });
  },
};
