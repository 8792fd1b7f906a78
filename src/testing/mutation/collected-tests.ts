import assert from "node:assert";
import type * as NodeTest from "node:test";

/**
 * The functions of `node:test`, collected instead of run: a mutation run executes the same tests thousands of times in one
 * process, which Node's runner cannot do. It knows tests, suites, hooks and subtests.
 */

type Work = (context: TestContext, done?: (error?: unknown) => void) => unknown;

interface Options {
  readonly skip?: boolean | string;
  readonly todo?: boolean | string;
}

interface Suite {
  readonly parent: Suite | null;
  readonly tests: (() => Promise<void>)[];
  readonly before: Work[];
  readonly after: Work[];
  readonly beforeEach: Work[];
  readonly afterEach: Work[];
}

/** The context of a test function. Its subtests and hooks run at once. */
interface TestContext {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly assert: typeof assert;
  readonly mock: unknown;
  test(...given: Given): Promise<void>;
  diagnostic(): void;
  skip(): void;
  todo(): void;
  plan(): void;
  before(work: Work): unknown;
  after(work: Work): void;
  beforeEach(work: Work): void;
  afterEach(work: Work): void;
}

type Given = [name?: string | Options | Work, options?: Options | Work, work?: Work];

let open = createSuite(null);
/** The suites whose functions are still running: an async suite may declare tests after an `await`. */
let declared: Promise<unknown>[] = [];

function createSuite(parent: Suite | null): Suite {
  return { parent, tests: [], before: [], after: [], beforeEach: [], afterEach: [] };
}

/** Collects what `load` declares, and returns a function that runs it up to the first failure. */
export async function collectTests(load: () => Promise<unknown>): Promise<() => Promise<void>> {
  const root = createSuite(null);
  open = root;
  declared = [];
  await load();
  for (let next = declared.pop(); next !== undefined; next = declared.pop()) await next;
  return () => runSuite(root);
}

async function runSuite({ before, tests, after }: Suite): Promise<void> {
  for (const hook of before) await run(hook, "before");
  for (const each of tests) await each();
  for (const hook of after) await run(hook, "after");
}

function declareTest(...given: Given): Promise<void> {
  const { name, options, work } = parse(given);
  if (work === undefined || isSet(options.skip) || isSet(options.todo)) return Promise.resolve();
  const suite = open;
  suite.tests.push(async () => {
    const suites = lineOf(suite);
    for (const { beforeEach } of suites) for (const hook of beforeEach) await run(hook, name);
    await run(work, name);
    for (const { afterEach } of suites.toReversed()) for (const hook of afterEach) await run(hook, name);
  });
  return Promise.resolve();
}

function declareSuite(...given: Given): Promise<void> {
  const { name, options, work } = parse(given);
  if (work === undefined || isSet(options.skip) || isSet(options.todo)) return Promise.resolve();
  const suite = createSuite(open);
  open.tests.push(() => runSuite(suite));
  open = suite;
  try {
    const declaring = work(createContext(name));
    if (declaring instanceof Promise) declared.push(declaring);
  } finally {
    open = suite.parent ?? suite;
  }
  return Promise.resolve();
}

/** A suite and those around it, the outermost first. */
function lineOf(suite: Suite): readonly Suite[] {
  return suite.parent === null ? [suite] : [...lineOf(suite.parent), suite];
}

async function run(work: Work, name: string): Promise<void> {
  const late: Work[] = [];
  const context = createContext(name, late);
  // A function with two parameters tells its end by calling the second.
  if (work.length < 2) await work(context);
  else
    await new Promise<void>((resolve, reject) => {
      work(context, (error) => (error === undefined || error === null ? resolve() : reject(error)));
    });
  for (const hook of late) await run(hook, name);
}

function createContext(name: string, late: Work[] = []): TestContext {
  const [before, after]: [Work[], Work[]] = [[], []];
  return {
    name,
    signal: new AbortController().signal,
    assert,
    mock: realTests?.mock,
    async test(...given) {
      const { name: inner, options, work } = parse(given);
      if (work === undefined || isSet(options.skip) || isSet(options.todo)) return;
      for (const hook of before) await run(hook, inner);
      await run(work, inner);
      for (const hook of after) await run(hook, inner);
    },
    diagnostic: () => undefined,
    skip: () => undefined,
    todo: () => undefined,
    plan: () => undefined,
    before: (hook) => run(hook, name),
    after: (hook) => late.push(hook),
    beforeEach: (hook) => before.push(hook),
    afterEach: (hook) => after.push(hook),
  };
}

function parse(given: Given): {
  readonly name: string;
  readonly options: Options;
  readonly work: Work | undefined;
} {
  const name = given.find((each): each is string => typeof each === "string") ?? "";
  const options = given.find((each): each is Options => typeof each === "object") ?? {};
  const work = given.find((each): each is Work => typeof each === "function");
  return { name, options, work };
}

function isSet(mark: boolean | string | undefined): boolean {
  return mark !== undefined && mark !== false;
}

const realTests = process.getBuiltinModule("node:test") as unknown as typeof NodeTest | undefined;
const skipped: (...given: Given) => Promise<void> = () => Promise.resolve();

export const it = Object.assign(declareTest, { skip: skipped, todo: skipped, only: declareTest });
export const describe = Object.assign(declareSuite, { skip: skipped, todo: skipped, only: declareSuite });
export const test = Object.assign(declareTest, {
  skip: skipped,
  todo: skipped,
  only: declareTest,
  it,
  describe,
});
export const suite = describe;
export const before = (hook: Work): number => open.before.push(hook);
export const after = (hook: Work): number => open.after.push(hook);
export const beforeEach = (hook: Work): number => open.beforeEach.push(hook);
export const afterEach = (hook: Work): number => open.afterEach.push(hook);
export const mock = realTests?.mock;
export default test;
