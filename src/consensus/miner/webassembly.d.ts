/** The part of the WebAssembly interface used here; no configured library declares it. */
declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean;
  function instantiate(bytes: Uint8Array): Promise<{ readonly instance: { readonly exports: unknown } }>;
}
