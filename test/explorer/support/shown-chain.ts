import { waitForTransaction } from "../../../src/actions/wait.js";
import { createClient, type Client } from "../../../src/client/index.js";
import { objectToMap, type Value } from "../../../src/codec/value.js";
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

/** A chain with a contract in two versions, calls of it, hostile text and a transfer. */
export interface ShownChain {
  readonly client: Client;
  readonly alice: string;
  readonly bob: string;
  /** The last call of the contract, with hostile text. */
  readonly written: string;
  readonly sent: string;
}

export async function makeShownChain({ url, accounts }: DevProcess): Promise<ShownChain> {
  const client = createClient({ url });
  const [{ address: alice, privateKey } = { address: "", privateKey: "" }, bob] = accounts;
  const committed = async (members: Readonly<Record<string, Value>>): Promise<string> => {
    const transaction = objectToMap({ ...members, timestamp: BigInt(Date.now()) * 1000n, from: alice });
    return wait(client, await client.signAndSend(transaction, privateKey));
  };
  const publish = (code: string): Promise<string> => committed({ type: "Publish", code });
  const write = async (version: string, note: string): Promise<string> =>
    wait(client, await client.callContract(writeNote(alice, version), { note }, privateKey));
  await publish(writeNote(alice, "1").toJson());
  await publish(readNote(alice).toJson());
  await publish(brokenCode(alice));
  await write("1", "hello");
  await publish(writeNote(alice, "2").toJson());
  const written = await write("2", HOSTILE);
  const sent = await committed({ type: "Send", to: bob?.address ?? "", amount: "1500000000000000000" });
  return { client, alice, bob: bob?.address ?? "", written, sent };
}

async function wait(client: Client, hash: string): Promise<string> {
  await waitForTransaction(client, hash, { timeoutS: 60, signal: new AbortController().signal, advice: "" });
  return hash;
}
