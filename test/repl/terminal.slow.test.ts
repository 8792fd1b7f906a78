import "../support/slow-suite.js";
import "./terminal.test.js";
