import "../support/slow-suite.js";
import "./init.test.js";
