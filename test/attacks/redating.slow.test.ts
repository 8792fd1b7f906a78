import "../support/slow-suite.js";
import "./redating.test.js";
