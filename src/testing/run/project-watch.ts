import { watch, type FSWatcher } from "node:fs";
import { access, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

const WATCHED = /\.(?:m?[jt]s|json)$/;
/** An editor writes a file in several steps. */
const SETTLED_MS = 100;

/** Watches the directories of the files' projects, not the files: editors replace those. */
export class ProjectWatch {
  readonly #roots: ReadonlySet<string>;
  readonly #ignored: readonly string[];
  readonly #watchers = new Map<string, FSWatcher>();
  #hasChanged = false;
  #wake: () => void = () => undefined;

  private constructor(roots: ReadonlySet<string>, ignored: readonly string[]) {
    this.#roots = roots;
    this.#ignored = ignored;
  }

  /** `ignored` are files and directories that the run itself writes. */
  static async of(files: readonly string[], ignored: readonly string[]): Promise<ProjectWatch> {
    const roots = await Promise.all(files.map((file) => projectOf(dirname(file))));
    const project = new ProjectWatch(new Set(roots), ignored);
    await project.#watchDirectories();
    return project;
  }

  /** Resolves when a file has changed since the last time, and rejects with the reason of the signal. */
  async changed(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => reject(signal.reason);
      this.#wake = () => {
        signal.removeEventListener("abort", stop);
        setTimeout(resolve, SETTLED_MS);
      };
      if (signal.aborted) stop();
      else if (this.#hasChanged) this.#wake();
      else signal.addEventListener("abort", stop, { once: true });
    });
    this.#wake = () => undefined;
    this.#hasChanged = false;
    await this.#watchDirectories();
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  async #watchDirectories(): Promise<void> {
    for (const root of this.#roots)
      for (const directory of await directoriesIn(root))
        if (!this.#watchers.has(directory)) this.#watch(directory);
  }

  #watch(directory: string): void {
    const watcher = watch(directory, (_, name) => {
      if (name !== null && this.#isMeant(join(directory, name))) this.#note();
    });
    const forget = (): void => {
      watcher.close();
      this.#watchers.delete(directory);
    };
    // A directory that was removed.
    watcher.on("error", forget);
    this.#watchers.set(directory, watcher);
  }

  #isMeant(path: string): boolean {
    return WATCHED.test(path) && !this.#ignored.some((ignored) => !relative(ignored, path).startsWith(".."));
  }

  #note(): void {
    this.#hasChanged = true;
    this.#wake();
  }
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
