import { expect } from "chai";
import { MAX_FORM_FIELDS } from "../../src/rpc/limits.js";
import { parseMultipart, parseUrlencoded } from "../../src/rpc/input.js";

function bytesOf(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

describe("parseUrlencoded (PROTOCOL 13.1)", () => {
  const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "": {},
    "a=1&b=2": { a: "1", b: "2" },
    "a=1&a=2": { a: "2" },
    "a=b=c": { a: "b=c" },
    a: { a: "" },
    "a+b=c+d%2B": { "a b": "c d+" },
    'request={"type":"x","a":[1.0]}': { request: '{"type":"x","a":[1.0]}' },
    "a=%7B%22%C3%A9%22%7D": { a: '{"é"}' },
    "a=%F0%9F%98%80": { a: "😀" },
    "a=100%&b=%zz&c=%4": { a: "100%", b: "%zz", c: "%4" },
    "__proto__=1&constructor=2": { ["__proto__"]: "1", constructor: "2" },
  };
  for (const [text, fields] of Object.entries(cases)) {
    it(`reads ${text === "" ? "nothing" : text}`, () => {
      expect([...parseUrlencoded(text)]).to.deep.equal(Object.entries(fields));
    });
  }

  it("reads bytes that are not escaped as UTF-8", () => {
    expect(parseUrlencoded(bytesOf("a=é😀")).get("a")).to.equal("é😀");
  });

  it("refuses invalid UTF-8, escaped or not", () => {
    for (const text of ["a=%ff", "a=%C3", "%C0%80=a", "a=\u00e9", "a=%ED%A0%80"]) {
      expect(() => parseUrlencoded(text), text).to.throw("not valid UTF-8");
    }
  });

  it(`accepts ${MAX_FORM_FIELDS} fields and not one more`, () => {
    const fields = Array.from({ length: MAX_FORM_FIELDS }, (_, index) => `f${index}=`).join("&");
    expect(parseUrlencoded(fields).size).to.equal(MAX_FORM_FIELDS);
    expect(() => parseUrlencoded(`${fields}&g=`)).to.throw("more than 1000 fields");
  });
});

describe("parseMultipart (RFC 7578, PROTOCOL 13.1)", () => {
  const TYPE = "multipart/form-data; boundary=xx";
  const part = (disposition: string, value: string): string =>
    `--xx\r\nContent-Disposition: ${disposition}\r\n\r\n${value}\r\n`;

  it("reads fields with their line ends and dashes", () => {
    const body = `${part('form-data; name="a"', "1\r\n--x\r\n")}${part("form-data; name=b", "")}--xx--`;
    expect([...parseMultipart(body, TYPE)]).to.deep.equal([
      ["a", "1\r\n--x\r\n"],
      ["b", ""],
    ]);
  });

  it("ignores text around the parts, and reads a form without parts", () => {
    const body = `preamble\r\n${part('form-data; name="a"', "1")}--xx--\r\nepilogue`;
    expect([...parseMultipart(body, TYPE)]).to.deep.equal([["a", "1"]]);
    expect(parseMultipart("--xx--\r\n", TYPE).size).to.equal(0);
  });

  it("reads UTF-8, other headers, a quoted boundary and any casing", () => {
    const body = `--a b\r\ncontent-type: text/plain; charset=utf-8\r\nCONTENT-DISPOSITION: Form-Data; NAME="é"\r\n\r\n😀\r\n--a b--`;
    const fields = parseMultipart(bytesOf(body), 'multipart/form-data; charset=utf-8; Boundary="a b"');
    expect([...fields]).to.deep.equal([["é", "😀"]]);
  });

  it("refuses files, whatever their names", () => {
    for (const disposition of [
      'form-data; name="a"; filename="a.json"',
      'form-data; name="a"; filename=""',
      "form-data; filename*=UTF-8''a; name=a",
    ]) {
      expect(() => parseMultipart(`${part(disposition, "1")}--xx--`, TYPE), disposition).to.throw(
        "files are not supported",
      );
    }
  });

  it("refuses a malformed form", () => {
    const ok = part('form-data; name="a"', "1");
    const broken: readonly (readonly [string, string, string])[] = [
      [`${ok}--xx--`, "multipart/form-data", "names no boundary"],
      ["", TYPE, "does not end with its boundary"],
      [ok, TYPE, "does not end with its boundary"],
      ["--xx\r\nno end of headers\r\n--xx--", TYPE, "a part has no headers"],
      ["--xx junk\r\n\r\n1\r\n--xx--", TYPE, "a part has no headers"],
      [`${part("form-data", "1")}--xx--`, TYPE, "a part has no name"],
      [`${part('attachment; name="a"', "1")}--xx--`, TYPE, "a part has no name"],
      [`${part('form-data; name="a"', "\u00ff")}--xx--`, TYPE, "not valid UTF-8"],
    ];
    for (const [body, type, message] of broken) {
      expect(() => parseMultipart(body, type), body).to.throw(message);
    }
  });

  it(`accepts ${MAX_FORM_FIELDS} parts and not one more`, () => {
    const parts = Array.from({ length: MAX_FORM_FIELDS }, (_, index) =>
      part(`form-data; name=f${index}`, ""),
    );
    expect(parseMultipart(`${parts.join("")}--xx--`, TYPE).size).to.equal(MAX_FORM_FIELDS);
    const more = parts.join("") + part("form-data; name=g", "");
    expect(() => parseMultipart(`${more}--xx--`, TYPE)).to.throw("more than 1000 fields");
  });
});
