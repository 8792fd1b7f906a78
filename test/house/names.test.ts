import { expect } from "chai";
import { sharedNames } from "../support/exported-names.js";
import { readSources } from "../support/read-sources.js";

describe("the exported names", () => {
  it("are each declared in one file", () => {
    expect(sharedNames(readSources("src", "commands"))).to.deep.equal([]);
  });
});

describe("the checker of exported names", () => {
  const check = (sources: Readonly<Record<string, string>>): readonly string[] =>
    sharedNames(new Map(Object.entries(sources)));

  it("finds a name that two files declare, whatever they declare it as", () => {
    for (const declaration of [
      "export function Place() {}",
      "export async function Place() {}",
      "export function* Place() {}",
      "export async function* Place() {}",
      "export class Place {}",
      "export abstract class Place {}",
      "export interface Place {}",
      "export type Place = string;",
      "export const Place = 1;",
      "export const enum Place {}",
      "export enum Place {}",
    ])
      expect(check({ "src/a.ts": "export type Place = 1;", "src/b.ts": `\n${declaration}` })).to.deep.equal([
        "Place: src/a.ts, src/b.ts",
      ]);
  });

  it("accepts overloads, private names and names that are passed on", () => {
    expect(
      check({
        "src/a.ts": "export function place(a: 1): 1;\nexport function place(a: 2): 2;",
        "src/b.ts": 'export { place } from "./a.js";\nexport type { Place } from "./a.js";',
        "src/c.ts": "const place = 1;\nfunction Place() {}",
      }),
    ).to.deep.equal([]);
  });

  it("accepts the commands' `command`, and the primitives of a platform", () => {
    expect(
      check({
        "commands/a.ts": "export const command = 1;",
        "commands/b.ts": "export const command = 2;",
        "src/codec/primitives.ts": "export const cached = 1;",
        "src/codec/primitives.browser.ts": "export const cached = 2;",
      }),
    ).to.deep.equal([]);
    expect(
      check({ "commands/a.ts": "export const command = 1;", "src/a.ts": "export const command = 2;" }),
    ).to.deep.equal(["command: commands, src/a.ts"]);
  });
});
