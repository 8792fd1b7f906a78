import { EMPTY } from "../../codec/value.js";
import type { Handler } from "./handler.js";

export const ping: Handler = async () => ({ value: EMPTY });
