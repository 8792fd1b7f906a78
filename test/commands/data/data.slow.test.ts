import "../../support/slow-suite.js";
import "./data.test.js";
