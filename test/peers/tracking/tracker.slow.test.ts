import "../../support/slow-suite.js";
import "./tracker.test.js";
