import { createClient, type Client } from "../../../src/client/index.js";
import {
  address,
  contract,
  from,
  request,
  require,
  respond,
  text,
  universal,
} from "../../../src/contract/index.js";
import type { DevProcess } from "../../support/dev-process.js";
import { sendCommitted, waitCommitted } from "./send-committed.js";

/** Text that must never become markup, with a mark that turns the direction of writing. */
export const HOSTILE = "<img src=x onerror=\"document.title='owned'\">\u202e";

const notes = universal("note", { key: address, value: text, default: "" });

/** The contract of the chain, in the version of a number. */
const writeNote = (writer: string, version: string) =>
  contract(
    { name: "Write", version, space: "notes", writer, parameters: { note: { type: text, max: 200 } } },
    ({ note }) => [
      require(note.ne(""), `The note is empty in version ${version}. `),
      notes.of(from).set(note),
    ],
  );
const readNote = (writer: string) =>
  request({ name: "Read", version: "1", space: "notes", writer, parameters: { of: address } }, ({ of }) => [
    respond({ note: notes.of(of) }),
  ]);

/** Publish accepts it, and every call of it fails: a maximum is no number. */
const brokenCode = (writer: string): string =>
  `{"t":"contract","m":"0.2.0","n":"Broken","v":"1","s":"notes","w":"${writer}","p":{"a":{"name":"a","type":"string","maxlength":"x","requirements":true}},"e":[]}`;

/** The counter of the README, which refuses a step of zero. */
const countCode = (writer: string): string =>
  `{"t":"contract","m":"0.2.0","n":"Count","v":"1","s":"counter","w":"${writer}","p":{"step":{"name":"step","type":"string","maxlength":10,"requirements":true}},"e":[{"$condition":[{"$gt":[{"$load_param":["step"]},"0"]},"A step must be greater than zero. "]},{"$write_universal":["count","00",{"$add":[{"$read_universal":["count","00","0"]},{"$load_param":["step"]}]}]}]}`;

/** A chain with a contract in two versions, calls of it, hostile text and a transfer. */
export interface ShownChain {
  readonly client: Client;
  readonly alice: string;
  readonly bob: string;
  /** The last call of the contract, with hostile text. */
  readonly written: string;
  readonly sent: string;
}

export async function makeShownChain(node: DevProcess): Promise<ShownChain> {
  const client = createClient({ url: node.url });
  const [{ address: alice, privateKey } = { address: "", privateKey: "" }, bob] = node.accounts;
  const publish = (code: string): Promise<string> => sendCommitted(client, node, { type: "Publish", code });
  const write = async (version: string, note: string): Promise<string> =>
    waitCommitted(client, await client.callContract(writeNote(alice, version), { note }, privateKey));
  await publish(writeNote(alice, "1").toJson());
  await publish(readNote(alice).toJson());
  await publish(brokenCode(alice));
  await publish(countCode(alice));
  await write("1", "hello");
  await publish(writeNote(alice, "2").toJson());
  const written = await write("2", HOSTILE);
  const to = bob?.address ?? "";
  const sent = await sendCommitted(client, node, { type: "Send", to, amount: "1500000000000000000" });
  return { client, alice, bob: to, written, sent };
}
