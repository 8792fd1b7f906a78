import { expect } from "chai";
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../../", import.meta.url);

interface Package {
  readonly types?: string;
  readonly exports?: unknown;
  readonly dependencies: Readonly<Record<string, string>>;
}
const read = (path: string): Package => JSON.parse(readFileSync(new URL(path, ROOT), "utf8")) as Package;
const { exports, dependencies } = read("package.json");

/** The modules that the declarations of an entry name, themselves or through others of this package. */
function modulesIn(entry: URL): ReadonlySet<string> {
  const [seen, modules, files] = [new Set<string>(), new Set<string>(), [entry]];
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    expect(text, fileURLToPath(file)).not.to.match(/^\/\/\/ <reference/m);
    for (const [, name = ""] of text.matchAll(/(?:\bfrom|\bimport\(|^import) ?"([^"\n;]+)"/gm)) {
      const next = new URL(name.replace(/\.js$/, ".d.ts"), file);
      if (!name.startsWith(".")) modules.add(name);
      else if (!seen.has(next.href)) {
        seen.add(next.href);
        files.push(next);
      }
    }
  }
  return modules;
}

describe("the declarations of the package, which a user compiles under strict without skipLibCheck", () => {
  for (const [entry, places] of Object.entries(
    exports as Readonly<Record<string, { readonly types?: string }>>,
  )) {
    const { types } = places;
    if (types === undefined) continue;

    it(`${entry} names only modules whose types come with the package`, () => {
      const others = [...modulesIn(new URL(types, ROOT))].filter(
        (name) => !isBuiltin(name) && !name.startsWith("#"),
      );
      const without = others.filter((name) => {
        if (dependencies[name] === undefined) return true;
        const { types: own, exports: entries } = read(`node_modules/${name}/package.json`);
        return own === undefined && !JSON.stringify(entries ?? {}).includes('"types"');
      });
      expect(without).to.deep.equal([]);
    });

    if (["./client", "./contract"].includes(entry))
      it(`${entry} needs no types of Node.js: it runs in browsers`, () => {
        expect([...modulesIn(new URL(types, ROOT))].filter((name) => isBuiltin(name))).to.deep.equal([]);
      });
  }
});
