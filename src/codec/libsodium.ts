/** Whether a signature of a text is valid by the plain equation of RFC 8032. Key and signature are hex. */
export type VerifyEd25519 = (message: string, publicKeyHex: string, signatureHex: string) => boolean;

/**
 * Signatures of ed25519.json with keys and points of mixed order: verdict, text, key, signature. A libsodium that
 * verifies with the cofactor accepts the third, and would part this node from the chain.
 */
const VECTORS: readonly (readonly [boolean, string, string, string])[] = [
  // mixed-order A, cofactorless holds, cofactored holds
  [
    true,
    "mix8",
    "fed4cd31726398fa98db5ac09c3f3e7d591fde23918f78be09c582af38cf67d3",
    "3e54c441927f9f0ee5e13e34f0b0404c5043651a8f4b7ef087a1c42262a85d0af6de12190ed27d3411e2c7f7ef1cb7166bae4347c60466b8e470db0d7918760b",
  ],
  // mixed A and mixed R, torsion cancels: cofactorless holds
  [
    true,
    "both0",
    "fed4cd31726398fa98db5ac09c3f3e7d591fde23918f78be09c582af38cf67d3",
    "8d8faa35c2b55750d969e504ed4e19f58a05377063d9f00da7f99ce244d96ea6974463d99055a79dbfdad876fee20380d4865ee97e623c79074a897278760500",
  ],
  // mixed A and mixed R, cofactorless fails
  [
    false,
    "bothx0",
    "fed4cd31726398fa98db5ac09c3f3e7d591fde23918f78be09c582af38cf67d3",
    "8d8faa35c2b55750d969e504ed4e19f58a05377063d9f00da7f99ce244d96ea662e19bf442500982c03407f1a20277eeb35cf8862e2298b7fcfedb629a362607",
  ],
  // rfc8032 test1
  [
    true,
    "",
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  ],
];

/**
 * Verification by libsodium, in three fifths of the processor time of `node:crypto`. Null where the optional package
 * `sodium-native` is not installed, or does not judge as the protocol does.
 */
export async function loadLibsodium(): Promise<VerifyEd25519 | null> {
  const binding = await loadBinding();
  if (binding === null) return null;
  const verify: VerifyEd25519 = (message, publicKeyHex, signatureHex) =>
    binding.crypto_sign_verify_detached(
      Buffer.from(signatureHex, "hex"),
      Buffer.from(message, "utf8"),
      Buffer.from(publicKeyHex, "hex"),
    );
  try {
    return VECTORS.every(([valid, ...signed]) => verify(...signed) === valid) ? verify : null;
  } catch {
    // A build without the function, or one that takes other arguments.
    return null;
  }
}

async function loadBinding() {
  try {
    return (await import("sodium-native")).default;
  } catch {
    // Not installed, or not built for this system: node:crypto verifies as well.
    return null;
  }
}
