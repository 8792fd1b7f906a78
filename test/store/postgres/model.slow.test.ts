import { describePostgres } from "../../support/stores.js";
import { testModel } from "../model-tests.js";

describePostgres("a store against a model, random commits and undos", (open) => testModel(open, 60));
