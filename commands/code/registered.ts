import { type Command, option, positional, type Context, type OptionSpec } from "../../src/cli/command.js";
import { fieldsOutcome } from "../../src/cli/output/outcome.js";
import { objectToValue } from "../../src/codec/value.js";
import { REQUESTS } from "../../src/records/operations/system-requests.js";
import { escapeControls, shownText } from "../../src/codec/shown-text.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import {
  either,
  TEXT,
  ADDRESS,
  HASH,
  listOf,
  objectOf,
  orNull,
} from "../../src/records/operations/json-schema.js";
import { hashText, NAME_WIDTH, type View, tableText } from "../../src/cli/output/view.js";
import type { StoredCode } from "../../src/records/stored-code.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { cidOf } from "../../src/records/code.js";
import { isHash } from "../../src/records/fields.js";
import type { Input } from "../../src/cli/input/input.js";
import { spaceUnknown } from "../../src/actions/errors.js";
import { offered } from "../completers.js";
import { cidOption, completeSpaces, readCid } from "../call-input.js";
import { KIND_OPTION, readKind } from "../options.js";

export const completeCodeNames = offered(async (context) =>
  (await context.workspace.readableCodes()).map(({ method }) => method.name),
);

export const CODE_ARGUMENT = positional(
  "<code>",
  "name of the code, or its id or the first characters of it",
  { complete: completeCodeNames },
);

const CODE_OPTIONS: readonly OptionSpec[] = [
  KIND_OPTION,
  { ...cidOption("code"), default: "any; the network's own when several have the name" },
];

/** Reads the code that the argument and `CODE_OPTIONS` name, and notes why it is broken. Throws as `chooseCode` does. */
async function readRegisteredCode(context: Context, input: Input): Promise<StoredCode> {
  const { chooseCode } = await import("../../src/client/registered-codes.js");
  const code = chooseCode(await context.workspace.codes(), input.argument(CODE_ARGUMENT.name), {
    kind: readKind(input),
    cid: await readCid(context, input),
  });
  if (code.broken !== null)
    context.note(`This code is broken: ${shownText(code.broken)}. Every call of it fails.`);
  return code;
}

const INDENT = "  ";

const COLUMNS = [
  { title: "name", width: NAME_WIDTH },
  { title: "kind" },
  { title: "version", align: "right", width: NAME_WIDTH },
  { title: "format" },
  { title: "writer" },
  { title: "id" },
  { title: "space", width: NAME_WIDTH },
  { title: "cid" },
] as const;

/** Those of a terminal without `--full`, which fit 80 columns. */
const SHORT_COLUMNS = [
  { title: "name", width: 28 },
  { title: "kind" },
  { title: "version", align: "right", width: 9 },
  { title: "writer" },
  { title: "id" },
] as const;

const UNREAD = { name: null, version: null, format: null, writer: null, space: null };

export const registeredCommands = {
  count: {
    summary: "count the registered contracts and requests",
    examples: ["chainnode code count", "chainnode code count --json | jq .contracts"],
    result: REQUESTS.CODE_COUNT.data,
    async run(context) {
      const client = await context.workspace.client();
      const { contracts, requests } = await client.codeCount();
      return fieldsOutcome(objectToValue({ contracts: BigInt(contracts), requests: BigInt(requests) }), [
        ["contracts", String(contracts)],
        ["requests", String(requests)],
      ]);
    },
  },
  get: {
    summary: "show a registered code as JSON",
    description: [
      "When several codes have the name, the command shows the one in the network's own space. A chain may hold code that cannot be called: a note on stderr gives the reason, and code that is not JSON is shown as text.",
    ],
    arguments: [CODE_ARGUMENT],
    options: [...CODE_OPTIONS, option("--text", "print the text exactly as it was submitted")],
    examples: ["chainnode code get Send", "chainnode code get GetBalance --text > GetBalance.json"],
    result: either({ type: "object" }, TEXT),
    async run(context, input) {
      const { codeRecord } = await import("../../src/records/stored-code.js");
      const code = await readRegisteredCode(context, input);
      const record = codeRecord(code);
      return {
        data: record,
        text: ({ isTerminal }) => {
          if (!input.flag("text")) return `${valueToJson(record, INDENT)}\n`;
          // A pipe gets every character.
          return `${isTerminal ? escapeControls(code.text) : code.text}\n`;
        },
      };
    },
  },
  list: {
    summary: "list the registered contracts and requests",
    description: [
      "A call names the space of a code with --cid, by its writer and name or by its cid; codes of the network's own space need none.",
      "A terminal shows the space before the name, and no further columns without --full.",
      "A chain may hold code that cannot be called. It is listed with the reason. Members that cannot be read are null with --json, and - in the table.",
    ],
    examples: ["chainnode code list", "chainnode code list --json"],
    result: listOf(
      objectOf({
        id: TEXT,
        name: orNull(TEXT),
        kind: TEXT,
        version: orNull(TEXT),
        format: orNull(TEXT),
        writer: orNull(ADDRESS),
        space: orNull(TEXT),
        cid: orNull(HASH),
        broken: orNull(TEXT),
      }),
    ),
    async run(context) {
      const codes = (await context.workspace.codes()).toSorted(byName);
      return {
        data: codes.map(({ id, kind, method, broken }) => {
          const { name, version, format, writer, space } = method ?? UNREAD;
          const cid = method && cidOf(method);
          return objectToValue({ id, name, kind, version, format, writer, space, cid, broken });
        }),
        text: (view) => {
          const isShort = view.isTerminal && view.isFull !== true;
          const columns = isShort ? SHORT_COLUMNS : COLUMNS;
          return tableText(
            view,
            codes.some(({ broken }) => broken !== null) ? [...columns, { title: "broken" }] : columns,
            codes.map((code) => (isShort ? shortRowOf(code, view) : rowOf(code, view))),
          );
        },
      };
    },
  },
  source: {
    summary: "show a registered code as TypeScript of chainnode/contract, or as pseudo-code",
    description: [
      "The TypeScript builds the code again, byte for byte. Code that the builder cannot express is shown as JSON.",
    ],
    arguments: [CODE_ARGUMENT],
    options: [
      ...CODE_OPTIONS,
      option("--as <form>", "form of the source", { default: "typescript", choices: ["typescript", "text"] }),
    ],
    examples: [
      "chainnode code source Send > send.ts",
      "chainnode code source Transfer --cid alice/token",
      "# as short pseudo-code",
      "chainnode code source Send --as text",
    ],
    result: TEXT,
    async run(context, input) {
      const { toPseudoCode } = await import("../../src/contract/source/to-pseudo-code.js");
      const { toSource } = await import("../../src/contract/source/to-source.js");
      const { codeRecord } = await import("../../src/records/stored-code.js");
      const { text } = await readRegisteredCode(context, input);
      if (input.option("as") !== "text" && canonicalJson(codeRecord({ text })) !== text)
        context.note("The registered text is not canonical JSON: the TypeScript builds its canonical form.");
      const source = input.option("as") === "text" ? toPseudoCode(text) : toSource(text);
      return { data: source, text: () => source };
    },
  },
  types: {
    summary: "write TypeScript with the codes of a space for chainnode/client, and the types of their calls",
    description: [
      "Each contract and request is an export that callContract and callRequest take, with the type of its parameters: the compiler refuses other ones. Without --json it prints the module.",
    ],
    arguments: [
      positional("<space>", "space of the codes: its writer and name, as alice/art, or its cid", {
        complete: completeSpaces,
      }),
    ],
    examples: ["chainnode code types alice/token > token-calls.ts"],
    result: TEXT,
    async run(context, input) {
      const { resolveCid } = await import("../../src/actions/spaces.js");
      const { toCallTypes } = await import("../../src/contract/source/to-call-types.js");
      const { workspace } = context;
      const word = input.argument("space");
      const cid = await resolveCid(word, { keys: await workspace.keys(), codes: workspace.readableCodes });
      const codes = (await workspace.readableCodes()).filter(({ method }) => cidOf(method) === cid);
      if (codes.length === 0) throw spaceUnknown({ cid: word });
      const source = toCallTypes(codes.toSorted(byName).map(({ text }) => text));
      return { data: source, text: () => source };
    },
  },
} satisfies Readonly<Record<string, Command>>;

/** By writer, space and name: the network's own codes come first, broken ones last. */
function byName({ method: left }: StoredCode, { method: right }: StoredCode): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const [one, other] = [left, right].map(({ writer, space, name }) => canonicalJson([writer, space, name]));
  return one === undefined || other === undefined || one === other ? 0 : one < other ? -1 : 1;
}

/** A broken code has no name to refer to it by: its row has the whole id, and one cell more for the reason. */
function rowOf({ id, kind, method, broken }: StoredCode, view: View): readonly string[] {
  const writer = method === null ? "-" : hashText(view, method.writer);
  const row = [method?.name ?? "-", kind, method?.version ?? "-", method?.format ?? "-", writer];
  const space = method === null ? ["-", "-"] : [spaceText(view, method.space), hashText(view, cidOf(method))];
  return broken === null ? [...row, hashText(view, id), ...space] : [...row, id, ...space, broken];
}

/** The network's own space is a hash. */
function spaceText(view: View, space: string): string {
  return isHash(space) ? hashText(view, space) : space;
}

/** A code of another space than the network's own is `space/name`. */
function shortRowOf({ id, kind, method, broken }: StoredCode, view: View): readonly string[] {
  const { name, version, writer, space } = method ?? { name: "-", version: "-", writer: "-", space: "" };
  const place = isHash(space) || space === "" ? name : `${space}/${name}`;
  const row = [place, kind, version, hashText(view, writer, true), hashText(view, id)];
  return broken === null ? row : [...row, broken];
}
