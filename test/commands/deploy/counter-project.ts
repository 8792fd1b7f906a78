import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A contract that counts its calls in a cell, beside a text that each version has. */
export function counterCode(name: string, version = "1", text = "first"): Record<string, unknown> {
  return {
    t: "contract",
    m: "0.2.0",
    n: name,
    v: version,
    s: null,
    w: null,
    p: {},
    e: [
      { $condition: [{ $eq: [{ $load_param: ["from"] }, { $load_param: ["from"] }] }, text] },
      { $write_universal: ["count", "00", { $add: [{ $read_universal: ["count", "00", "0"] }, "1"] }] },
    ],
  };
}

interface CounterProject {
  readonly url: string;
  readonly space: string;
  readonly codes: readonly Readonly<Record<string, unknown>>[];
  readonly further?: string;
}

/** Writes a project whose first code is called once, and returns its file. */
export function writeProject(directory: string, { url, space, codes, further = "" }: CounterProject): string {
  mkdirSync(directory, { recursive: true });
  const entries = codes.map((code) => {
    const name = String(code["n"]);
    writeFileSync(join(directory, `${name}.json`), JSON.stringify(code));
    return `[codes.${name}]\nfile = "${name}.json"\nspace = "${space}"\n`;
  });
  const file = join(directory, "chainnode.deploy.toml");
  const first = String(codes[0]?.["n"]);
  writeFileSync(
    file,
    `${entries.join("")}
[writers]
owner = "alice"
[calls.first]
code = "${first}"
contract = "${first}"
unless = { state = ["count", "00"] }
[checks.once]
code = "${first}"
state = ["count", "00"]
is = 1
[networks.test]
url = "${url}"
${further}`,
  );
  return file;
}
