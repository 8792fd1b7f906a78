import "../support/slow-suite.js";
import "./chain-maker.test.js";
