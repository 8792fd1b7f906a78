import { assertSpace, readNamedSpace } from "../../src/actions/spaces.js";
import { option, type Command } from "../../src/cli/command.js";
import { outlineText } from "../../src/cli/output/view.js";
import { padStateKey, stateKeyOf, type StateKind } from "../../src/codec/state-key.js";
import { objectToValue } from "../../src/codec/value.js";
import { chooseCode } from "../../src/client/registered-codes.js";
import { ADDRESS, ANY, HEIGHT, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { withChain } from "../code/read-chain.js";
import { CODE_ARGUMENT, completeCodeNames } from "../code/registered-code.js";
import { completeSpaces } from "../call-input.js";
import { anyOf } from "../completers.js";
import { KIND_OPTION, OFFLINE_OPTION, readKind } from "../options.js";
import { assertAttribute, ATTRIBUTE_ARGUMENT, CELL_KEY_ARGUMENT, isOf, readCellKey } from "./cell.js";
import * as errors from "../errors.js";

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
