import "../support/slow-suite.js";
import "./repl.test.js";
