import "../support/slow-suite.js";
import "./eclipse.test.js";
