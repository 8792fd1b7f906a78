/** The part of the WebAssembly interface used here: it is in none of the libraries we compile with. */
declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean;
  function instantiate(bytes: Uint8Array): Promise<{ readonly instance: { readonly exports: unknown } }>;
}
