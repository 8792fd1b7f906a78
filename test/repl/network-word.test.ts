import { expect } from "chai";
import { devNetwork } from "../../src/data/dev-network.js";
import { createIdentity } from "../../src/data/directory/identity.js";
import { PUBLIC_NETWORK } from "../../src/records/network.js";
import { networkWord } from "../../src/repl/prompt/prompt-text.js";

describe("A network's name in the prompt", () => {
  it("is a short name for the networks that every chainnode knows", () => {
    expect(networkWord(PUBLIC_NETWORK.network_name)).to.equal("public");
    expect(networkWord(devNetwork(createIdentity()).network_name)).to.equal("dev");
  });

  it("is whole when it is short, and keeps both ends when it is long", () => {
    expect(networkWord("A LABORATORY NETWORK")).to.equal("A LABORATORY NETWORK");
    expect(networkWord("CHAINNODE NETWORK 8481f2a5")).to.equal("CHAINNODE … 8481f2a5");
  });
});
