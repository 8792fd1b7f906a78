import { expect } from "chai";
import { isTimeHashPart, onlyHash } from "../../src/codec/hash-part.js";

const [FIRST, SECOND] = ["0660aa".padEnd(78, "1"), "0660ab".padEnd(78, "2")] as const;

describe("Part of a hash", () => {
  it("is its beginning, or its beginning and end as a table shortens it", () => {
    const hashes = [FIRST, SECOND];
    expect(onlyHash("0660aa", hashes)).to.equal(FIRST);
    expect(onlyHash("0660a…22", hashes)).to.equal(SECOND);
    expect(onlyHash(SECOND, hashes)).to.equal(SECOND);
  });

  it("names nothing when it is too short, not hexadecimal, or part of no hash", () => {
    for (const text of ["066", "0660AA", "…11", "0660aa…", "0770"])
      expect(onlyHash(text, [FIRST, SECOND]), text).to.equal(null);
  });

  it("is refused with the candidates when several hashes match", () => {
    expect(() => onlyHash("0660", [FIRST, SECOND, FIRST]))
      .to.throw()
      .that.includes({ code: "HASH_AMBIGUOUS", kind: "usage" })
      .and.has.deep.property("details", { 1: FIRST, 2: SECOND });
    expect(onlyHash("abcd", ["abcd", "abcdef"]), "a whole hash names itself").to.equal("abcd");
  });

  it("is told from a height and from the name of a code", () => {
    expect(["066f", "0660f21", "06602140", "0660f2146f…ab"].every(isTimeHashPart)).to.equal(true);
    expect(["06f", "0660214", "12345678", "Send", "0660 f214"].some(isTimeHashPart)).to.equal(false);
  });

  it("lists ten candidates, and says when there are more", () => {
    const hashes = Array.from({ length: 12 }, (_, index) => `0660${String(index).padStart(2, "0")}`);
    expect(() => onlyHash("0660", hashes))
      .to.throw(/^More than 10 /)
      .with.property("details")
      .that.includes({ 10: "066009" })
      .and.does.not.have.property("11");
  });
});
