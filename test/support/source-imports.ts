/** Reads the imports of a TypeScript file without a compiler; enough for the style of this project. */
export interface SourceImport {
  readonly specifier: string;
  /** `import type` and `export type` are erased. */
  readonly isTypeOnly: boolean;
}

const STATIC_IMPORT = /\b(?:import|export)\s+(type\s+)?[\w$*{}\s,]+?\s+from\s+"([^"]+)"/g;
const BARE_OR_DYNAMIC_IMPORT = /\bimport(?:\s+|\(\s*)"([^"]+)"/g;

/** All imports, re-exports, bare and dynamic imports. */
export function importsOf(source: string): readonly SourceImport[] {
  const code = withoutComments(source);
  const statics = Array.from(code.matchAll(STATIC_IMPORT), ([, type, specifier = ""]) => ({
    specifier,
    isTypeOnly: type !== undefined,
  }));
  const others = Array.from(code.matchAll(BARE_OR_DYNAMIC_IMPORT), ([, specifier = ""]) => ({
    specifier,
    isTypeOnly: false,
  }));
  return [...statics, ...others];
}

/** The source with its comments blanked. A `//` inside a text stays when no white space is before it, as in a URL. */
export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}
