import { expect } from "chai";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { OPERATIONS, operationAt, operationPath } from "../../../src/records/operations/operations.js";
import { SYSTEM_CONTRACTS } from "../../../src/records/operations/system-contracts.js";
import { SYSTEM_REQUESTS } from "../../../src/records/operations/system-requests.js";
import type { OperationParameter } from "../../../src/records/operations/operation.js";

/** The tables of the RPC interface as `name(type maxlength mandatory|default)`, written a second time as a check. */
const SPEC_REQUESTS: Readonly<Record<string, string>> = {
  GetBlock: "target(string 78) full(bool 5 =false)",
  ListBlock: "height(int 16) count(int 4 =20 max 9999) sort(int 2 =-1) page(int 16)",
  BlockCount: "target(string 78) full(bool 5 =false)",
  GetTransaction: "target(string 78)",
  ListTransaction: "address(string 44) page(int 16 =1 min 1) count(int 4 mandatory min 1 max 1000)",
  TransactionCount: "",
  GetCode: 'ctype(string 10 ="contract") target(string 64)',
  ListCode: "page(int 16 =1 min 1) count(int 4 mandatory min 1 max 100)",
  CodeCount: "",
  GetResourceBlock: "target(string 78) full(bool 5 =false)",
  ListResourceBlock: "page(int 16 =1 min 1) count(int 4 mandatory min 1 max 100)",
  ResourceBlockCount: "",
  GetBlocks: "target(int 16) full(bool 5 =false)",
  GetResourceBlocks: "target(int 16) full(bool 5 =false)",
  GetResource: "address(string 44 mandatory)",
};

const SPEC_CONTRACTS: Readonly<Record<string, string>> = {
  Genesis: "network_address(string 44 mandatory)",
  Register: "code(string 65536 mandatory)",
  Revoke: "",
  Grant: "",
  Oracle: "code(string 65536 mandatory)",
};

const SPEC_OPERATIONS: Readonly<Record<string, string>> = {
  Ping: "",
  Info: "",
  Peer: "register host authentication height",
  Round: "chain_type height main resource",
  Broadcast: "chain_type round_key since wanted tip wait",
  Request: "request! public_key signature",
  RawRequest: "request! public_key signature",
  SendTransaction: "transaction! public_key! signature! wait",
  SendRawTransaction: "transaction! public_key! signature! wait forward by",
  Weight: "transaction! public_key! signature",
  Inspect: "type! key!",
  StateAt: "type! keys! height",
  Trace: "hash!",
  WhatIf: "call! kind from height cells",
  History: "type! key! before",
  ListCells: "type! prefix! after height",
  ListCalls: "type! cid before",
  Statistics: "interval count before type cid",
  Search: "text!",
  Overview: "",
};

function describeParameter(parameter: OperationParameter): string {
  const { name, type, maxlength, requirements, minimum, maximum } = parameter;
  const words = [
    type,
    maxlength,
    requirements ? "mandatory" : undefined,
    parameter.default === null ? undefined : `=${canonicalJson(parameter.default)}`,
    minimum === undefined ? undefined : `min ${minimum}`,
    maximum === undefined ? undefined : `max ${maximum}`,
  ];
  return `${name}(${words.filter((word) => word !== undefined).join(" ")})`;
}

function describeAll(parameters: readonly OperationParameter[]): string {
  return parameters.map(describeParameter).join(" ");
}

describe("the operations table (PROTOCOL 13.9, 13.12, 13.14)", () => {
  it("has every system request of the RPC interface with its parameters, limits and defaults", () => {
    const table = [...SYSTEM_REQUESTS].map(([type, request]) => [type, describeAll(request.parameters)]);
    expect(table).to.deep.equal(Object.entries(SPEC_REQUESTS));
  });

  it("has every system contract of the RPC interface with its parameters and limits", () => {
    const table = [...SYSTEM_CONTRACTS].map(([type, contract]) => [type, describeAll(contract.parameters)]);
    expect(table).to.deep.equal(Object.entries(SPEC_CONTRACTS));
  });

  it("has every operation of the RPC interface with its parameters (PROTOCOL 13.6, 13.7)", () => {
    const table = [...OPERATIONS].map(([name, { parameters }]) => [
      name,
      parameters.map((each) => each.name + (each.requirements ? "!" : "")).join(" "),
    ]);
    expect(table).to.deep.equal(Object.entries(SPEC_OPERATIONS));
  });

  it("accepts two values of GetCode's ctype and of Inspect's type, and nothing else", () => {
    const cases = [SYSTEM_REQUESTS.get("GetCode")?.parameters[0], OPERATIONS.get("Inspect")?.parameters[0]];
    expect(cases.map((each) => each?.cases)).to.deep.equal([
      ["contract", "request"],
      ["universal", "local"],
    ]);
  });

  it("documents every parameter in one sentence", () => {
    const tables = [...OPERATIONS.values(), ...SYSTEM_REQUESTS.values(), ...SYSTEM_CONTRACTS.values()];
    for (const { summary, parameters } of tables) {
      for (const sentence of [summary, ...parameters.map((each) => each.summary)]) {
        expect(sentence).to.match(/^[A-Z`-].*\.$/);
      }
    }
  });
});

describe("operationAt (PROTOCOL 13.1: paths in any casing)", () => {
  it("finds each operation by its path, lower-case, as named, and in capitals", () => {
    for (const [name, operation] of OPERATIONS) {
      for (const path of [operationPath(name), `/${name}`, `/${name.toUpperCase()}`]) {
        expect(operationAt(path), path).to.equal(operation);
      }
    }
  });

  it("finds nothing at other paths", () => {
    for (const path of ["/", "/nope", "ping", "/ping/x", "/peer/ping", "/%70ing", "/constructor"]) {
      expect(operationAt(path), path).to.equal(undefined);
    }
  });
});
