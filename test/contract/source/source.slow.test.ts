import "../../support/slow-suite.js";
import "./source.test.js";
