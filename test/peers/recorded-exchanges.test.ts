import { addressOf } from "../../src/codec/address.js";
import { expect } from "chai";
import { isSignatureValid } from "../../src/codec/ed25519.js";
import { hashOf, hexTime } from "../../src/codec/hash.js";
import { isMap, memberOf, type Value, type ValueMap } from "../../src/codec/value.js";
import { readAnswer } from "../../src/client/read-answer.js";
import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { createIdentity } from "../../src/data/directory/identity.js";
import { Node } from "../../src/node/node.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { createHttpConnect } from "../../src/peers/transport/http-connect.js";
import { assertMembership } from "../../src/peers/tracking/membership.js";
import { PEER } from "../../src/records/operations/node.js";
import { createRpcServer, type RpcServer } from "../../src/rpc/server.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import { ask, envelopeOf } from "../rpc/support/http.js";
import { recording } from "../rpc/support/recordings.js";
import { expectRejection } from "../support/expect-rejection.js";
import { importRecordedChain, recordedNetwork } from "../support/recorded-chain.js";
import { serveEngine } from "../support/serve-engine.js";
import { textIn } from "../support/vectors.js";

const STATEMENTS = ["peer auth", "peer auth h99999"];

/** The statement of the 2.1 node, and the time when it was made. */
function recordedStatement(name: string) {
  const { node } = readAnswer(PEER.data, recording(name).answer?.get("data"));
  if (node === undefined) throw new Error(`"${name}" has a statement. `);
  return node;
}

describe("The recorded peer exchanges of http.json (PROTOCOL 12.1, 12.2, 12.3, 13.8)", () => {
  const network = recordedNetwork();
  const identity = createIdentity();
  const clock = new VirtualClock(recordedStatement("peer auth").timestamp);
  let ledger: Ledger;
  let node: Node;
  let server: RpcServer;
  let url = "";

  before(async () => {
    const store = await openSqliteStore({ file: IN_MEMORY });
    ledger = await Ledger.open(store, network);
    await importRecordedChain(ledger);
    node = await Node.open({
      store,
      network,
      identity,
      clock,
      signingMemory: new VolatileSigningMemory(),
      peers: { connect: createHttpConnect({ allowPrivate: true }), hosts: [] },
    });
    ({ server, url } = await serveEngine(node));
  });
  after(async () => {
    await server.close(0);
    await node.stop();
  });

  async function answer(path: string): Promise<ValueMap> {
    return envelopeOf(await ask(url, path));
  }
  const statementOf = (envelope: Value): ValueMap => {
    const statement = memberOf(memberOf(envelope, "data"), "node") ?? null;
    if (!isMap(statement)) throw new Error("There is a statement. ");
    return statement;
  };
  /** Checks what `string` hashes and that the peer key signed it (PROTOCOL 3.5). */
  const expectStatement = (statement: ValueMap, phrase: string): void => {
    const [string, key] = [textIn(statement.get("string")), textIn(statement.get("public_key"))];
    expect(string).to.equal(hashOf(hexTime(clock.nowUs()) + phrase));
    expect(isSignatureValid(string, key, textIn(statement.get("signature")))).to.equal(true);
    expect(addressOf(key)).to.equal(identity.peer.address);
  };

  for (const name of STATEMENTS) {
    it(`accepts the recorded statement of "${name}"`, async () => {
      const statement = recordedStatement(name);
      const asked = { nowUs: statement.timestamp, height: 99_999 };
      expect(await assertMembership(ledger, statement, asked)).to.equal(addressOf(statement.public_key));
      const late = { ...asked, nowUs: statement.timestamp + 5_000_001 };
      await expectRejection(assertMembership(ledger, statement, late), "PREMATURE", "unavailable");
    });

    it(`answers "${name}" with a statement of its own that has the recorded fields`, async () => {
      const { path, answer: recorded } = recording(name);
      const own = statementOf(await answer(path));
      // PROTOCOL 12.2 names all of them but `a`.
      const fields = [...statementOf(recorded ?? null).keys()].filter((field) => field !== "a");
      expect([...own.keys()]).to.deep.equal(fields);
      expect(own.get("genesis_address")).to.equal(network.genesis_address);
      // Asked for an unknown height, or for none.
      expectStatement(own, network.networkKey);
    });
  }

  it("signs the resource block of a known height", async () => {
    const block = await ledger.store.resourceBlock({ height: 5 });
    expectStatement(statementOf(await answer("/peer?authentication=1&height=5")), block?.blockhash ?? "");
  });

  it('answers "GET /peer" and "peer register" in the recorded shape, with the flags of the RPC interface', async () => {
    for (const name of ["GET /peer", "peer register"]) {
      const { path, answer: recorded } = recording(name);
      const envelope = await answer(path);
      const isRegister = name === "peer register";
      expect(envelope.get("data")).to.deep.equal(recorded?.get("data"));
      expect(envelope.get("register")).to.equal(isRegister);
      expect(envelope.get("registerResult")).to.equal(isRegister);
      expect(envelope.get("authentication")).to.equal(false);
    }
  });

  it("lists a peer by the first three characters of its address", async () => {
    // The node reaches a copy of itself with another peer key.
    const other = createIdentity();
    const copy = await Node.open({
      store: ledger.store,
      network,
      identity: other,
      clock,
      signingMemory: new VolatileSigningMemory(),
      peers: { connect: createHttpConnect({ allowPrivate: true }), hosts: ["127.0.0.1:1"] },
    });
    const door = createRpcServer({ engine: copy, host: "127.0.0.1", port: 0, onError: () => undefined });
    const { host } = new URL((await door.listen())[0] ?? "");
    await node.peers?.tracker.check(host);
    await door.close(0);
    const data = memberOf(await answer("/peer"), "data");
    const { address } = other.peer;
    expect(memberOf(data, "peers")).to.deep.equal(
      new Map([
        [
          address.slice(0, 3),
          new Map([
            ["host", host],
            ["address", address],
          ]),
        ],
      ]),
    );
    expect(memberOf(data, "known_hosts")).to.deep.equal([]);
  });
});
