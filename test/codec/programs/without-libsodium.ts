/** Loaded before a program (`node --import`): the optional package `sodium-native` is not found. */
import { register } from "node:module";

const hooks = `export const resolve = (name, context, next) =>
  next(name === "sodium-native" ? "not-installed" : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
