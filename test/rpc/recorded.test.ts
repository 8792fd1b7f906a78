import { expect } from "chai";
import { ask, envelopeOf } from "./support/http.js";
import { recording } from "./support/recordings.js";
import { useRpc } from "./support/rpc-harness.js";

/** Exchanges of http.json that need no chain: the interface and the records decide the texts. */
const REFUSED = [
  "GET /request",
  "POST /request",
  "request no type",
  "request type int",
  "request empty obj",
  "request no param",
  "request bad json",
  "request null",
  "rawrequest empty",
  "rawrequest bad",
  "rawrequest array",
  "rawrequest null req",
  "rawrequest type null",
  "GET /sendrawtransaction",
  "POST /sendrawtransaction",
  "POST /weight",
  "tx no params",
  "tx scalar",
  "tx upper pk",
  "raw bad",
  "raw tx null",
  "raw sig int",
  "raw type int",
  "raw ts string",
  "raw ts float",
  "raw tx string",
  "POST /ping/x",
  "POST /nope",
  "GET /peer/ping",
  "POST /peer/ping",
  "POST /%70ing",
  "Register code array",
];

/** Transactions that were accepted: every byte of them decides the hash. */
const ADDED = [
  "send ok",
  "no from (implied)",
  "cid null",
  "amount zero",
  "amount abc",
  "amount 1.",
  "amount 007",
  "to nonhex",
  "to empty",
  "to self",
  "Oracle ok",
];

/** How the recorded parameters of a node operation are read. */
const QUERIES: Readonly<Record<string, object>> = {
  "GET /round": {},
  "round resource": { chain_type: "resource" },
  "round all": { chain_type: "all" },
  "round foo": { chain_type: "foo" },
  "round h1": { height: 1 },
  "round h1 form": { height: 1 },
  "round h-1 form": { height: -1 },
  "round h99999 form": { height: 99999 },
  "round habc": { height: 0 },
  "round res h1": { chain_type: "resource", height: 1 },
  "round all sel form": { chain_type: "all", main: 1, resource: 2 },
  "round all height ignored form": { chain_type: "all", height: 1 },
  "bad json body": {},
  "bc main": { chain_type: "main" },
  "bc round_key zero": { round_key: "0".repeat(78) },
  "GET /peer": { register: false, authentication: false },
  "peer register": { register: true, host: "example.invalid", authentication: false },
  "peer auth": { register: false, authentication: true },
  "peer auth h99999": { register: false, authentication: true, height: 99999 },
};

describe("recorded exchanges (http.json)", () => {
  const rpc = useRpc();

  for (const name of REFUSED) {
    it(`refuses: ${name}`, async () => {
      const { path, question, status, answer } = recording(name);
      const given = await ask(rpc().url, path, question);
      expect(given.status).to.equal(status);
      const { code, status: outcome, msg } = Object.fromEntries(envelopeOf(given));
      expect({ code, msg }).to.deep.equal(Object.fromEntries(answer ?? []));
      expect(outcome).to.equal("fail");
    });
  }

  for (const name of ADDED) {
    it(`adds: ${name}`, async () => {
      const { path, question, answer } = recording(name);
      const given = await ask(rpc().url, path, question);
      expect(envelopeOf(given)).to.deep.equal(answer);
    });
  }

  for (const [name, query] of Object.entries(QUERIES)) {
    it(`understands: ${name}`, async () => {
      const { engine, url } = rpc();
      engine.queries.length = 0;
      const { path, question, status } = recording(name);
      expect((await ask(url, path, question)).status).to.equal(status);
      expect(engine.queries).to.deep.equal([query]);
    });
  }
});

describe("where the interface differs from the recorded node (PROTOCOL 13)", () => {
  const rpc = useRpc();

  it("reads a form on the raw operations too (rawrequest form, PROTOCOL 13.1)", async () => {
    const { path, question } = recording("rawrequest form");
    expect((await ask(rpc().url, path, question)).status).to.equal(200);
  });

  it("accepts only GET, POST, HEAD and OPTIONS (PUT ping)", async () => {
    const { path, question } = recording("PUT ping");
    expect((await ask(rpc().url, path, question)).status).to.equal(405);
  });

  it("answers Ping with an empty list (GET /PING, docs/rpc.md)", async () => {
    const { path, question } = recording("GET /PING");
    expect((await ask(rpc().url, path, question)).text).to.equal('{"code":200,"data":[]}');
  });
});
