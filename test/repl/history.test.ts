import { expect } from "chai";
import { mayBeSecret } from "../../src/repl/history.js";

const HEX = "ab".repeat(32);

describe("A secret at the console", () => {
  const secret = [
    `tx.send("Send", { to: "x" }, "${HEX}")`,
    `tx.sign(payment, "${HEX.toUpperCase()}")`,
    `const key = "${HEX}"`,
    `"${HEX}"`,
    `tx.send("Give", { cid: "${HEX}", to: "x" }, "${HEX}")`,
    `accid = "${HEX}"`,
    `my.cid = "${HEX}"`,
    `cid: "${HEX}`,
    `cid, "${HEX}"`,
    `cid: secret`,
    "keys.new('password')",
  ];
  for (const line of secret) it(`is in: ${line}`, () => expect(mayBeSecret(line)).to.equal(true));

  const harmless = [
    `tx.send("Give", { cid: "${HEX}", to: "x" }, "alice")`,
    `tx.build("Give", from, {cid:'${HEX}'})`,
    `const cid = \`${HEX}\``,
    `trace("${"ab".repeat(39)}")`,
    "keys.list()",
  ];
  for (const line of harmless) it(`is not in: ${line}`, () => expect(mayBeSecret(line)).to.equal(false));
});
