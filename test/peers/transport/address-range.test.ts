import { expect } from "chai";
import { isPeerAddress } from "../../../src/peers/transport/address-range.js";

const PRIVATE_IPV4 = `10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.8.8.8 169.254.169.254 172.16.0.1
  172.31.255.255 192.168.1.1 192.0.0.1 198.18.0.1 203.0.113.9`;
const PRIVATE_IPV6 = `::1 fc00::1 fd12::1 fe80::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 2001::1
  2001:db8::1 2002:7f00:1::1 64:ff9b:1::1 fec0::1 100::1 3fff::1 ::ffff:169.254.169.254 ::ffff:100.64.0.1`;
const NOWHERE = [
  "0.0.0.0",
  "0.1.2.3",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "ff02::1",
  "::ffff:0.0.0.0",
  "::ffff:224.0.0.1",
];
const PUBLIC = ["1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "2606:4700::1111"];

describe("Where a peer may be (PROTOCOL 12.4)", () => {
  for (const address of PUBLIC)
    it(`may be at ${address}`, () => expect(isPeerAddress(address, false)).to.equal(true));

  for (const address of `${PRIVATE_IPV4} ${PRIVATE_IPV6}`.split(/\s+/)) {
    it(`may be at ${address} in a private network only`, () => {
      expect([isPeerAddress(address, false), isPeerAddress(address, true)]).to.deep.equal([false, true]);
    });
  }

  for (const address of NOWHERE) {
    it(`is never at ${address}`, () => {
      expect([isPeerAddress(address, false), isPeerAddress(address, true)]).to.deep.equal([false, false]);
    });
  }
});
