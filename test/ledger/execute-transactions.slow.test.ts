import "../support/slow-suite.js";
import "./execute-transactions.test.js";
