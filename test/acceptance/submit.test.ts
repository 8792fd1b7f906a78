import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import { useDevProcess } from "../support/dev-process.js";
import { signSend, type SignedSend } from "../support/independent-signer.js";

interface Envelope {
  readonly code: number;
  readonly data: unknown;
}

describe("A node and an independent client", () => {
  const fixture = useDevProcess();

  /** GET with unescaped JSON in the query, as the official client sends it. */
  const request = async (json: string): Promise<Envelope> =>
    (await (await fetch(`${fixture.node.url}/request?request=${json}`)).json()) as Envelope;

  const send = async (signed: SignedSend): Promise<Envelope> => {
    const form = new FormData();
    form.set("transaction", signed.transaction);
    form.set("public_key", signed.public_key);
    form.set("signature", signed.signature);
    return (await (
      await fetch(`${fixture.node.url}/sendtransaction`, { method: "POST", body: form })
    ).json()) as Envelope;
  };

  const signed = (amount: string): SignedSend => {
    const [alice, bob] = fixture.node.accounts;
    if (alice === undefined || bob === undefined) throw new Error("There are no accounts. ");
    return signSend(alice.privateKey, {
      type: "Send",
      timestamp: Date.now() * 1000,
      from: alice.address,
      to: bob.address,
      amount,
    });
  };

  it("commits a transaction that is signed with node:crypto alone and sent by multipart POST", async () => {
    const sent = signed("1500000000000000000");
    expect(await send(sent)).to.deep.equal({ code: 200, data: `Transaction is added: ${sent.hash}` });

    // test/node/rounds.test.ts tests how soon, on a virtual clock.
    let found: Envelope;
    do {
      await setTimeout(20);
      found = await request(`{"type":"GetTransaction","target":"${sent.hash}"}`);
    } while (Array.isArray(found.data));
    expect(found.data).to.deep.equal({
      transaction: JSON.parse(sent.transaction) as unknown,
      public_key: sent.public_key,
      signature: sent.signature,
    });
    const balance = await request(`{"type":"GetBalance","address":"${fixture.node.accounts[1]?.address}"}`);
    expect(balance).to.include({ code: 200 });
    expect(balance.data).to.deep.equal({ balance: "30001500000000000000000" });
  });

  it("refuses the same transaction a second time", async () => {
    const sent = signed("1");
    const answers = await Promise.all([send(sent), send(sent)]);
    expect(answers.map(({ code }) => code)).to.have.members([200, 999]);
  });

  it("ends with exit code 0 when it is stopped, and continues the same chain afterwards", async () => {
    const before = await request('{"type":"BlockCount"}');
    expect(await fixture.node.stop()).to.equal(0);
    await fixture.restart();
    expect((await request('{"type":"BlockCount"}')).data).to.be.at.least(Number(before.data));
  });
});
