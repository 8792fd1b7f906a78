import { expect } from "chai";
import { waitForTransaction } from "../../src/actions/wait.js";
import { createClient, type Client } from "../../src/client/index.js";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import { objectToValue } from "../../src/codec/value.js";
import {
  address,
  contract,
  decimal,
  from,
  fromJson,
  integer,
  request,
  require,
  respond,
  text,
  universal,
} from "../../src/contract/index.js";
import { useDevProcess } from "../support/dev-process.js";

const notes = universal("note", { key: address, value: text, default: "" });
const counts = universal("count", { key: address, value: integer, default: 0 });

const Write = contract(
  {
    name: "Write",
    space: "notes",
    parameters: {
      note: { type: text, max: 20 },
      count: { type: integer, max: 4, optional: true, default: 1 },
    },
  },
  ({ note, count }) => [
    require(note.ne(""), "The note is empty. "),
    notes.of(from).set(note),
    counts.of(from).set(count),
  ],
);
const Read = request({ name: "Read", space: "notes", parameters: { of: address } }, ({ of }) => [
  respond({ note: notes.of(of), count: counts.of(of) }),
]);
const Pay = contract({ name: "Pay", parameters: { to: address, amount: decimal } }, () => []);

/*
 * Calls that must not compile. The compiler refuses an error mark on a line without an error, so the build fails when one
 * of these lines begins to compile. The function is never called.
 */
export const REFUSED = (client: Client): readonly unknown[] => [
  // @ts-expect-error the code has no such parameter
  client.callContract(Write, { note: "a", size: 5 }, ""),
  // @ts-expect-error a required parameter is missing
  client.callContract(Write, { count: 5 }, ""),
  // @ts-expect-error an amount is text
  client.callContract(Pay, { to: "ab", amount: 5 }, ""),
  // @ts-expect-error an integer is no text
  client.callContract(Write, { note: "a", count: "5" }, ""),
  // @ts-expect-error an address is text
  client.callRequest(Read, { of: 5 }),
  // @ts-expect-error a call names its parameters
  client.callRequest(Read, {}),
  client.callContract(Write, { note: "a" }, ""),
  client.callContract(Write, { note: "a", count: 5n }, ""),
  client.callRequest(fromJson(Read.toJson()), { anything: true }),
];

describe("Calls of a client with the parameters of a code", () => {
  const fixture = useDevProcess();

  it("are sent, signed and answered", async () => {
    const client = createClient({ url: fixture.node.url });
    const [alice] = fixture.node.accounts;
    const { address: writer = "", privateKey = "" } = alice ?? {};
    const committed = async (hash: string): Promise<unknown> =>
      waitForTransaction(client, hash, { timeoutS: 60, signal: new AbortController().signal, advice: "" });
    const [Written, Seen] = [Write.with({ writer }), Read.with({ writer })];
    for (const code of [Written, Seen]) {
      const members = { type: "Publish", code: code.toJson(), timestamp: BigInt(Date.now()) * 1000n };
      await committed(await client.signAndSend(new Map(Object.entries(members)), privateKey));
    }
    await committed(await client.callContract(Written, { note: "hello" }, privateKey));
    expect(await client.callRequest(Seen, { of: writer })).to.deep.equal(
      objectToValue({ note: "hello", count: 1n }),
    );
    const both = await Promise.all(
      ["one", "two"].map((note) => client.callContract(Written, { note, count: 2 }, privateKey)),
    );
    expect(new Set(both).size).to.equal(2);
    const refused = await client
      .callContract(Written, { note: "" }, privateKey)
      .catch((error: unknown) => error);
    expect(refused).to.include({ kind: "refused", message: "The note is empty. " });
  });

  it("refuse a fraction of a unit where the code moves units, before anything is sent", async () => {
    const client = createClient({ url: fixture.node.url });
    const [alice, bob] = fixture.node.accounts;
    const { address: own = "", privateKey = "" } = alice ?? {};
    const balances = universal("balance", { key: address, value: decimal, default: "0" });
    const Tip = contract(
      { name: "Send", space: "", writer: ZERO_ADDRESS, parameters: { to: address, amount: decimal } },
      ({ to, amount }) => [balances.of(to).set(balances.of(to).add(amount))],
    );
    const given = { to: bob?.address ?? "", amount: "1.5" };
    for (const code of [Tip, fromJson(Tip.toJson())]) {
      const refused = await client.callContract(code, given, privateKey).catch((error: unknown) => error);
      expect(refused).to.include({ code: "UNITS_FRACTION" });
      expect(refused).to.have.property("advice").that.includes("1500000000000000000");
    }
    // The same in the space of a writer may mean anything: the node decides.
    const elsewhere = Tip.with({ writer: own });
    const refused = await client.callContract(elsewhere, given, privateKey).catch((error: unknown) => error);
    expect(refused).to.include({ code: "CONTRACT_MISSING" });
  });

  it("need the writer and the space of the code", () => {
    expect(() => Write.call({ note: "a" }))
      .to.throw()
      .with.property("code", "CONTRACT_CALL");
  });
});
