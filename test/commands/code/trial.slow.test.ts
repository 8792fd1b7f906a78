import "../../support/slow-suite.js";
import "./trial.test.js";
