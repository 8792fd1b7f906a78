/** The part of the optional package `sodium-native` that verifies signatures; it has no types of its own. */
declare module "sodium-native" {
  interface Binding {
    crypto_sign_verify_detached(signature: Buffer, message: Buffer, publicKey: Buffer): boolean;
  }

  const binding: Binding;
  export default binding;
}
