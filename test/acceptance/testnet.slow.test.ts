import "../support/slow-suite.js";
import "./testnet.test.js";
