import "../support/slow-suite.js";
import "./conversation.test.js";
