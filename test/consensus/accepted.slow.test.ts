import "../support/slow-suite.js";
import "./accepted.test.js";
