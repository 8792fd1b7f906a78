import { declareSlowTests } from "./slowly.js";

/** Imported first by a file `*.slow.test.ts` that repeats a file of the default run with its slow tests. */
declareSlowTests();
