import type { ResolveHook } from "node:module";

/** Node's resolve hook: `chainnode/…` is the running installation where no package of the name is installed. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  if (!specifier.startsWith("chainnode/")) return next(specifier, context);
  try {
    return await next(specifier, context);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    return next(specifier, { ...context, parentURL: import.meta.url });
  }
};
