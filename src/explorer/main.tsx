import { render } from "preact";
import { App } from "./app.js";
import "./style.css";

const page = document.querySelector("#page");
if (page !== null) render(<App />, page);
