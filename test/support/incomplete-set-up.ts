import { Suite } from "mocha";

/**
 * Loaded before every test file (.mocharc.cjs). Mocha runs the hooks after a suite or a test also when the set-up before them
 * was skipped or failed. They remove what there is, and may find nothing to remove. The report then has the reason for
 * the incomplete set-up, and no failure of theirs beside it.
 */

type Hook = (this: Mocha.Context) => unknown;
type AddHook = (this: Suite, title: string | Hook, run?: Hook) => Suite;

/** The suites of which a hook of the set-up was skipped, has failed, or is not done. */
const incomplete = new WeakSet<Suite>();

function wrap(
  names: readonly ("beforeAll" | "beforeEach" | "afterAll" | "afterEach")[],
  runIn: (suite: Suite, run: () => unknown) => Promise<void>,
): void {
  const hooks = Suite.prototype as unknown as Record<string, AddHook>;
  for (const name of names) {
    const add = hooks[name] as AddHook;
    hooks[name] = function (title, given) {
      const run = typeof title === "function" ? title : given;
      const known = typeof title === "function" ? title.name : title;
      return add.call(this, known, function () {
        return runIn(this.test?.parent as Suite, () => run?.call(this));
      });
    };
  }
}

wrap(["beforeAll", "beforeEach"], async (suite, run) => {
  incomplete.add(suite);
  await run();
  incomplete.delete(suite);
});

wrap(["afterAll", "afterEach"], async (suite, run) => {
  try {
    await run();
  } catch (error) {
    if (!incomplete.has(suite)) throw error;
  }
});
