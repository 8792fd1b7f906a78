import "../../support/slow-suite.js";
import "./switch-chains.test.js";
