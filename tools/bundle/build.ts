/**
 * Bundles the package's exports and the runner of `code test` into dist/bundle, the last step of `npm run build`: a
 * process of tests loads a few files instead of hundreds.
 */
import { relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown, type Plugin } from "rolldown";

const DIST = new URL("../../", import.meta.url);
const BUNDLE = fileURLToPath(new URL("bundle/", DIST));

/** The compiled modules that users import or a process of tests begins with, by their names in the bundle. */
const ENTRIES: Readonly<Record<string, string>> = {
  node: "src/index.js",
  client: "src/client/index.js",
  contract: "src/contract/index.js",
  testing: "src/testing/index.js",
  "test-hooks": "commands/code/test-hooks.js",
  "run-files": "src/testing/run/run-files.js",
  "run-mutants": "src/testing/mutation/run-mutants.js",
  "collected-tests": "src/testing/mutation/collected-tests.js",
};
const nameOf = new Map(Object.entries(ENTRIES).map(([name, path]) => [new URL(path, DIST).href, name]));

/** What a module names relative to its own place: an entry is that of the bundle, anything else stays where it is. */
const keepPlaces: Plugin = {
  name: "keep-places",
  transform: (code, id) =>
    code.replaceAll(/new URL\("([^"]+)", import\.meta\.url\)|import\.meta\.url/g, (_, path?: string) => {
      const target = path === undefined ? pathToFileURL(id) : new URL(path, pathToFileURL(id));
      const name = nameOf.get(target.href);
      const place = name === undefined ? placeInDist(target) : `${name}.js`;
      return `new URL("${place}", import.meta.url)${path === undefined ? ".href" : ""}`;
    }),
};

/** Where a file or directory is, seen from the bundle. */
function placeInDist(target: URL): string {
  return relative(BUNDLE, fileURLToPath(target)) + (target.pathname.endsWith("/") ? "/" : "");
}

const bundle = await rolldown({
  input: Object.fromEntries(
    Object.entries(ENTRIES).map(([name, path]) => [name, fileURLToPath(new URL(path, DIST))]),
  ),
  platform: "node",
  // Packages stay outside.
  external: /^(?!#primitives$)[a-z@#]/,
  plugins: [keepPlaces],
});
await bundle.write({
  dir: BUNDLE,
  cleanDir: true,
  chunkFileNames: "[name]-[hash].js",
});
await bundle.close();
