import "../support/slow-suite.js";
import "./budgets.test.js";
