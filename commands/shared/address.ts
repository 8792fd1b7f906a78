import type { ArgumentSpec } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import { usageError } from "../../src/cli/input/usage-error.js";
import { ADDRESS_LENGTH, isAddress, ZERO_ADDRESS } from "../../src/codec/address.js";
import { completeKeyNames, openKeystore } from "./key/keys.js";

export const ADDRESS_ARGUMENT: ArgumentSpec = {
  name: "address",
  description: "an address, or the name of a key; the default key's when left out",
  complete: completeKeyNames,
};

const HEX = /^[0-9a-f]*$/i;

/**
 * An address as it was typed, or that of a key: by name, or the default one. Throws `ADDRESS` and says what is wrong
 * with it.
 */
export async function resolveAddress(context: Context, word: string | undefined): Promise<string> {
  if (word !== undefined && (isAddress(word) || word === ZERO_ADDRESS)) return word;
  // What looks like an address and is none is a slip in an address, not the name of a key.
  if (word !== undefined && HEX.test(word) && word.length >= ADDRESS_LENGTH - 4) throw notAnAddress(word);
  const keystore = await openKeystore(context);
  return (await keystore.find(word)).address;
}

function notAnAddress(word: string): Error {
  if (isAddress(word.toLowerCase())) {
    return usageError("ADDRESS", "An address is written in small letters. ", { address: word });
  }
  return word.length === ADDRESS_LENGTH
    ? usageError("ADDRESS", "The address's checksum does not fit: a character is wrong. ", { address: word })
    : usageError("ADDRESS", `An address has ${ADDRESS_LENGTH} characters. `, {
        address: word,
        characters: word.length,
      });
}
