import { watch, type FSWatcher } from "node:fs";
import { access, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

const WATCHED = /\.(?:m?[jt]s|json)$/;
/** An editor writes a file in several steps. */
const SETTLED_MS = 100;

export interface ProjectWatch {
  /** Resolves when a file has changed since the last time, and rejects with the reason of the signal. */
  changed(signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Watches the directories of the files' projects, not the files: editors replace those. `ignored` are files and
 * directories that the run itself writes.
 */
export async function watchProjects(
  files: readonly string[],
  ignored: readonly string[],
): Promise<ProjectWatch> {
  const roots = new Set(await Promise.all(files.map((file) => projectOf(dirname(file)))));
  const watchers = new Map<string, FSWatcher>();
  let hasChanged = false;
  let wake = (): void => undefined;

  function watchDirectory(directory: string): void {
    const watcher = watch(directory, (_, name) => {
      const path = join(directory, name ?? "");
      if (!WATCHED.test(path) || ignored.some((own) => !relative(own, path).startsWith(".."))) return;
      hasChanged = true;
      wake();
    });
    // A directory that was removed.
    watcher.on("error", () => {
      watcher.close();
      watchers.delete(directory);
    });
    watchers.set(directory, watcher);
  }

  async function watchDirectories(): Promise<void> {
    for (const root of roots)
      for (const directory of await directoriesIn(root))
        if (!watchers.has(directory)) watchDirectory(directory);
  }

  await watchDirectories();
  return {
    async changed(signal) {
      await new Promise<void>((resolve, reject) => {
        const stop = (): void => reject(signal.reason);
        wake = () => {
          signal.removeEventListener("abort", stop);
          setTimeout(resolve, SETTLED_MS);
        };
        if (signal.aborted) stop();
        else if (hasChanged) wake();
        else signal.addEventListener("abort", stop, { once: true });
      });
      wake = () => undefined;
      hasChanged = false;
      await watchDirectories();
    },
    close() {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

async function projectOf(directory: string): Promise<string> {
  for (let at = directory; ; at = dirname(at)) {
    const isProject = await access(join(at, "package.json")).then(
      () => true,
      () => false,
    );
    if (isProject) return at;
    if (dirname(at) === at) return directory;
  }
}

/** A directory with all below it, except `node_modules` and those whose names begin with a dot. */
async function directoriesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const inner = entries.filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name));
  const found = await Promise.all(inner.map(({ name }) => directoriesIn(join(directory, name))));
  return [directory, ...found.flat()];
}
