import "../../support/slow-suite.js";
import "./replay-thread.test.js";
