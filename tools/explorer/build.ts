/** Builds the explorer's page into dist/explorer: the last step of `npm run build`. */
import { fileURLToPath } from "node:url";
import { build } from "vite";

const ROOT = new URL("../../../", import.meta.url);

await build({
  configFile: false,
  logLevel: "warn",
  root: fileURLToPath(new URL("src/explorer/", ROOT)),
  // Relative: a proxy may put the explorer behind another path.
  base: "./",
  // The import that codec uses for hashing has a condition for browsers.
  resolve: { conditions: ["browser", "module", "default"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: fileURLToPath(new URL("dist/explorer/", ROOT)),
    emptyOutDir: true,
    target: "es2022",
    // No file is inlined as data, and no helper is added: the page's policy allows neither.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The licences of what the page contains go with it.
    license: { fileName: "licenses.txt" },
  },
});
