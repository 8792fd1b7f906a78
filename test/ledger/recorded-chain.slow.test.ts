import "../support/slow-suite.js";
import "./recorded-chain.test.js";
