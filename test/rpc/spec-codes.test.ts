import { expect } from "chai";
import { Caller, bob, fieldsOf, messageIn } from "./support/caller.js";
import { startMinedNode, type MinedNode } from "./support/mined-node.js";

describe("Send, Refine, HotFix and GetBalance, registered (PROTOCOL 6.14, 6.15, 6.16)", () => {
  let node: MinedNode;
  let caller: Caller;
  before(async () => {
    node = await startMinedNode();
    caller = new Caller(node);
  });
  after(() => node.stop());

  async function refused(
    type: string,
    parameters: Readonly<Record<string, string | bigint>>,
  ): Promise<string> {
    return messageIn(await caller.post("sendrawtransaction", fieldsOf(caller.transaction(type, parameters))));
  }
  const tooLong = (name: string, maxlength: number): string =>
    `The length of the parameter '${name}' must be less than ${maxlength} characters. `;
  const missing = (name: string): string => `The data must contain the '${name}' parameter. `;

  it("Send to: maxlength 44, mandatory, a string", async () => {
    expect(await refused("Send", { to: "0".repeat(45), amount: "1" })).to.equal(tooLong("to", 44));
    expect(await refused("Send", { amount: "1" })).to.equal(missing("to"));
    expect(await refused("Send", { to: 5n, amount: "1" })).to.equal(
      "Parameter 'to' must be of string type. ",
    );
  });

  it("Send amount: maxlength 40, a string, at least 0, no more than the balance", async () => {
    const to = bob.address;
    expect(await refused("Send", { to, amount: "1".repeat(41) })).to.equal(tooLong("amount", 40));
    expect(await refused("Send", { to, amount: 5n })).to.equal("Parameter 'amount' must be of string type. ");
    expect(await refused("Send", { to, amount: "-1" })).to.equal("Amount must exceed zero. ");
    expect(await refused("Send", { to, amount: "9".repeat(40) })).to.equal(
      "You can't send more than what you have. ",
    );
  });

  it("Refine amount: maxlength 40, mandatory, more than 0, an integer, no more than the resource", async () => {
    expect(await refused("Refine", { amount: "1".repeat(41) })).to.equal(tooLong("amount", 40));
    expect(await refused("Refine", {})).to.match(/'amount'/);
    expect(await refused("Refine", { amount: "0" })).to.equal(
      "The amount to be refined must be greater than zero. ",
    );
    expect(await refused("Refine", { amount: "1.5" })).to.equal(
      "The amount to be refined must be an integer. ",
    );
    expect(await refused("Refine", { amount: "9".repeat(40) })).to.equal(
      "The amount to be refined must be greater than or equal to the amount of resources you have. ",
    );
  });

  it("HotFix: refuses everything", async () => {
    for (const parameters of [{}, { amount: "1" }]) {
      expect(await refused("HotFix", parameters)).to.equal("It's closed contract. ");
    }
  });

  it("GetBalance address: maxlength 44, a string", async () => {
    const ask = async (address: string): Promise<string> =>
      messageIn(await caller.post("rawrequest", { request: `{"type":"GetBalance"${address}}` }));
    expect(await ask(`,"address":"${"0".repeat(45)}"`)).to.equal(tooLong("address", 44));
    // The code has a default, the empty text, which is not an address (http.json, GetBalance empty).
    const answer = await caller.post("rawrequest", { request: '{"type":"GetBalance"}' });
    expect(answer.text).to.equal('{"code":200,"data":{"balance":null}}');
    expect(await ask(',"address":5')).to.equal("Parameter 'address' must be of string type. ");
  });
});
