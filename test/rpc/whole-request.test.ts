import { expect } from "chai";
import { readWholeRequest } from "../../src/rpc/whole-request.js";

const LINE = "POST /sendtransaction HTTP/1.1";

function read(head: readonly string[], body = ""): string | null {
  const request = readWholeRequest(Buffer.from([...head, "", body].join("\r\n"), "latin1"));
  return request === null ? null : `${request.method} ${request.url}`;
}

describe("a whole request in one chunk", () => {
  it("is a head and as many bytes as it says", () => {
    expect(read([LINE, "host: a", "content-length: 2"], "{}")).to.equal("POST /sendtransaction");
    expect(read([LINE, "Host: a", "Content-Length: 0"])).to.equal("POST /sendtransaction");
    expect(read(["GET /request?a=%7B&b=-1 HTTP/1.1", "HOST: a", "Connection: Keep-Alive"])).to.equal(
      "GET /request?a=%7B&b=-1",
    );
    for (const body of ["", "1", "123", `12${LINE}`])
      expect(read([LINE, "host: a", "content-length: 2"], body), body).to.equal(null);
  });

  it("excludes requests whose end or answer two readers might read differently", () => {
    const fields = [
      ["content-length: 2", "content-length: 2"],
      ["content-length: 02"],
      ["content-length: +2"],
      ["content-length: 2, 2"],
      ["content-length:  2"],
      ["content-length : 2"],
      ["content-length: 2", "transfer-encoding: chunked"],
      ["content-length: 2", "transfer-encoding: identity"],
      ["content-length: 2", "connection: close"],
      ["content-length: 2", "connection: keep-alive, upgrade"],
      ["content-length: 2", "expect: 100-continue"],
      ["content-length: 2", "upgrade: h2c"],
      ["content-length: 2", "a: b\n c: d"],
      ["content-length: 2", "a: b\r\n c: d"],
      ["content-length: 2", "a: \u0000"],
      ["content-length: 2", "a: \u00e9"],
      ["content-length: 2", "host: b"],
      ["content-length: 2", `a: ${"b".repeat(5000)}`],
    ];
    for (const more of fields) expect(read([LINE, "host: a", ...more], "{}"), more.join()).to.equal(null);
    for (const line of [
      "POST /sendtransaction HTTP/1.0",
      "POST /sendtransaction http/1.1",
      "POST  /sendtransaction HTTP/1.1",
      "POST http://a/sendtransaction HTTP/1.1",
      "POST /sendtransaction\tHTTP/1.1",
      'POST /sendtransaction?" HTTP/1.1',
      "PUT /sendtransaction HTTP/1.1",
      "\r\nPOST /sendtransaction HTTP/1.1",
    ])
      expect(read([line, "host: a", "content-length: 2"], "{}"), line).to.equal(null);
    expect(read([LINE, "content-length: 2"], "{}")).to.equal(null);
  });
});
