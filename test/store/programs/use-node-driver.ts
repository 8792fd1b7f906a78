/** Loaded before a program (`node --import`): its databases are opened with Node's own SQLite. */
import { chooseSqliteDriver } from "../../../src/store/sqlite/open-driver.js";

chooseSqliteDriver({ driver: "node" });
