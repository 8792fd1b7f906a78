import { EMPTY } from "../../codec/value.js";
import type { Handler } from "./input.js";

export const ping: Handler = async () => ({ value: EMPTY });
