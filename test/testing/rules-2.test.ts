import { expect } from "chai";
import {
  address,
  contract,
  from,
  request,
  require,
  respond,
  raw,
  universal,
} from "../../src/contract/index.js";
import { assertChanges, assertRefused, sandbox, type TestChain } from "../../src/testing/index.js";
import { expectRejection } from "../support/expect-rejection.js";

const LINKS = { space: "links" };
const next = universal("next", { key: address, value: address });
const parties = { of: address, to: address };

/** Makes each address name the next one. */
const Link = contract({ ...LINKS, name: "Link", parameters: parties }, ({ of, to }) => [
  require(of.strlen().eq(44).and(to.strlen().eq(44)), "An address has 44 characters. "),
  next.of(of).set(to),
]);

/** Writes behind a read: by rules 1 no read pass collects the key. */
const LinkBehind = contract({ ...LINKS, name: "LinkBehind", parameters: parties }, ({ of, to }) => [
  require(to.eq(from), "Only the signer is linked. "),
  next.of(next.of(of).as(address)).set(to),
]);

function follow(levels: number) {
  return request({ ...LINKS, name: `Follow${levels}`, parameters: { of: address } }, ({ of }) => {
    let at = of.as(address);
    for (let level = 0; level < levels; level += 1) at = next.of(at).as(address);
    return [respond(at)];
  });
}

const DEEPEST = 8;
const Follow = follow(DEEPEST);
const FollowTooFar = follow(DEEPEST + 1);
/** A read pass, in which reads give null, would fail on the text 1e3. */
const Sum = request({ ...LINKS, name: "Sum", parameters: { of: address } }, ({ of }) => [
  respond(raw({ $add: [{ $concat: ["1e3", next.of(of)] }, "1"] })),
]);

describe("A sandbox of rules 2 (PROTOCOL 16.5, 16.6)", () => {
  let chain: TestChain;
  let addresses: readonly string[];

  before(async () => {
    chain = await sandbox({ rules: 2 });
    addresses = chain.accounts.map((account) => account.address);
    await chain.publish(Link, LinkBehind, Follow, FollowTooFar, Sum);
    for (const [index, of] of addresses.entries())
      await chain.send(Link, { of, to: addresses[index + 1] ?? of });
  });

  it("runs a request that reads keys that depend on reads, eight levels deep", async () => {
    expect(await chain.call(Follow, { of: addresses[0] ?? "" })).to.equal(addresses[DEEPEST]);
  });

  it("refuses a deeper request with the reason", async () => {
    await assertRefused(
      chain.call(FollowTooFar, { of: addresses[0] ?? "" }),
      "A request may read keys that depend on reads 8 levels deep. ",
    );
  });

  it("answers a request whose expressions fail where reads give null", async () => {
    expect(await chain.call(Sum, { of: addresses[0] ?? "" })).to.equal("1");
  });

  it("shows the true earlier value of a cell behind a read, tried and sent", async () => {
    const [first = "", second = "", third = ""] = addresses;
    expect(await chain.call(LinkBehind, { of: first, to: first })).to.equal(null);
    await assertChanges(chain.send(LinkBehind, { of: first, to: first }), [
      { attribute: "next", key: second, old: third, new: first },
    ]);
    expect(await chain.read(Link, "next", second)).to.equal(first);
  });

  it("names the reason of a refusal by a condition before a read", async () => {
    const [first = "", second = ""] = addresses;
    await assertRefused(chain.send(LinkBehind, { of: first, to: second }), "Only the signer is linked. ");
    await assertRefused(chain.call(LinkBehind, { of: first, to: second }), "Only the signer is linked. ");
  });

  it("is not a fork, which has the rules of its node's network", async () => {
    await expectRejection(sandbox({ fork: "http://127.0.0.1:1", rules: 2 }), "SANDBOX_SETTINGS", "usage");
  });
});
