import { describeSqlite } from "../support/stores.js";
import { testModel } from "./model-tests.js";

describeSqlite("a store against a model, random commits and undos", (open) => testModel(open, 20));
