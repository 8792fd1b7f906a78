import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { refusedFile } from "../../codec/file-error.js";

const TEST_FILE = /\.test\.(?:m?[jt]s)$/;

/** The test files that words name: files, or all below a directory. Throws a file error. */
export async function findTests(words: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    words.map(async (word) => {
      const path = resolve(word);
      const entry = await stat(path).catch(refusedFile(word));
      return entry.isDirectory() ? testsIn(path) : [path];
    }),
  );
  return [...new Set(found.flat())].toSorted();
}

async function testsIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
      .map(async (entry) => {
        const path = join(directory, entry.name);
        if (entry.isDirectory()) return testsIn(path);
        return entry.isFile() && TEST_FILE.test(entry.name) ? [path] : [];
      }),
  );
  return found.flat();
}
