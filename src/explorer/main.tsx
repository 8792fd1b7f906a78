import { render } from "preact";
import { keepToken } from "./data/dev.js";
import { App } from "./app.js";
import "./style.css";
import "./parts.css";
import "./pages.css";

keepToken();
const page = document.querySelector("#page");
if (page !== null) {
  // The name of the page, which is painted before the scripts are there.
  page.replaceChildren();
  render(<App />, page);
}
