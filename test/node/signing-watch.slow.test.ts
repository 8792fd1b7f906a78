import "../support/slow-suite.js";
import "./signing-watch.test.js";
