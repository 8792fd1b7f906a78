import { expect } from "chai";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useTemporaryDirectory, type Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";

const SOURCE = `import { address, contract, debug, decimal, from, request, require, respond, universal } from "chainnode/contract";

const points = universal("points", { key: address, value: decimal, default: "0" });
export const Give = contract({ name: "Points", parameters: { to: address, amount: decimal } }, ({ to, amount }) => [
  require(debug("enough", points.of(from).gte(amount)), "Too few. "),
  points.of(from).set(points.of(from).sub(amount)),
]);
export const Points = request({ name: "Points", parameters: { of: address } }, ({ of }) => [
  respond(points.of(of)),
]);
`;

describe("chainnode code build and diff", () => {
  const directory = useTemporaryDirectory();
  const chainnode = (...words: string[]): Promise<Ended> =>
    runInProcess(words, { environment: { CHAINNODE_HOME: join(directory(), "home") } });
  const built = (name: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(directory(), "out", name), "utf8")) as Record<string, unknown>;

  it("writes the record, its places in the source, and the schema of a call", async () => {
    const file = join(directory(), "points.ts");
    writeFileSync(file, SOURCE);
    const ended = await chainnode("code", "build", file, "--out", join(directory(), "out"), "--json");
    expect(ended.code, ended.stderr).to.equal(0);
    expect(JSON.parse(ended.stdout)).to.have.nested.property("[0].files").with.length(3);
    expect(built("Points.code.json")).to.include({ t: "contract", n: "Points", s: null, w: null });
    expect(built("Points.request.code.json")).to.include({ t: "request" });
    expect(built("Points.map.json")["$.e[0].$condition"]).to.include({ file: "../points.ts", line: 5 });
    expect(built("Points.map.json")["$.e[0].$condition[0].$gte"]).to.deep.include({ labels: ["enough"] });
    const schema = built("Points.schema.json");
    expect(schema["required"]).to.have.members(["to", "amount"]);
    expect(schema).to.have.nested.property("properties.to.type", "string");

    const before = readFileSync(join(directory(), "out", "Points.map.json"), "utf8");
    await chainnode("code", "build", file, "--out", join(directory(), "out"));
    expect(readFileSync(join(directory(), "out", "Points.map.json"), "utf8")).to.equal(before);
    const other = join(directory(), "out", "Points.code.json");
    const diff = await chainnode("code", "diff", file, other, "--json");
    expect(JSON.parse(diff.stdout)).to.have.length(1);
    expect(JSON.parse(diff.stdout)).to.have.nested.property("[0].change", "removed");
  });

  it("compares by kind and name, and takes an open writer from the other side", async () => {
    const code = { t: "request", m: "0.2.0", n: "One", v: "1", s: null, w: null, p: {}, e: [] };
    const [one, two] = [join(directory(), "one.json"), join(directory(), "two.json")];
    writeFileSync(one, JSON.stringify(code));
    writeFileSync(two, JSON.stringify({ ...code, s: "shop", w: "0".repeat(44) }));
    const equal = await chainnode("code", "diff", one, two, "--exit-code");
    expect(equal).to.include({ code: 0, stdout: "" });
    writeFileSync(two, JSON.stringify({ ...code, v: "2" }));
    expect((await chainnode("code", "diff", one, two)).code).to.equal(0);
    const differing = await chainnode("code", "diff", one, two, "--exit-code");
    expect(differing.code).to.equal(1);
    expect(differing.stdout).to.equal('request One: changed\n-   "v": "1",\n+   "v": "2",\n');
  });
});
