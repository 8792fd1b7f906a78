import "../support/slow-suite.js";
import "./generated.test.js";
