import "../support/slow-suite.js";
import "./stop.test.js";
