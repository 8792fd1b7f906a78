import { expect } from "chai";
import { toCsv } from "../../src/explorer/format/csv.js";

describe("a list as CSV", () => {
  it("quotes every text", () => {
    expect(
      toCsv([
        ["Name", 'say "hi"'],
        ["a,b\nc", "안녕"],
      ]),
    ).to.equal('"Name","say ""hi"""\r\n"a,b\nc","안녕"\r\n');
  });

  it("holds no text that a spreadsheet runs as a formula; numbers stay numbers", () => {
    for (const text of [
      "=1+1",
      '=HYPERLINK("http://a")',
      "+cmd|' /C calc'!A0",
      "-2+3",
      "@SUM(A1)",
      "\t=1",
      " =1",
      "＝1",
    ])
      expect(toCsv([[text]]), text).to.equal(`"'${text.replaceAll('"', '""')}"\r\n`);
    for (const text of ["-1.5", "+1,234.5", "12", "a=1", "1.5 coins", ""])
      expect(toCsv([[text]]), text).to.equal(`"${text}"\r\n`);
  });
});
