import { DES } from 'des.js'

const BLOCK_BYTES = 8

/**
 * Encrypts text with DES in ECB mode and PKCS#7 padding. Returns Base64; empty text stays empty. Only the first eight
 * UTF-8 bytes of `key` are used.
 *
 * DES is broken, and nothing in the product calls this function. It exists for an institution whose legacy sign-on
 * accepts nothing else, and for that reason it is kept out of the shell.
 *
 * Source: specification §9; FIPS PUB 46-3.
 * @throws RangeError when the key has fewer than eight bytes
 */
export function encryptForLegacySignOn(text: string, key: string): string {
  if (text === '') return ''
  const keyBytes = new TextEncoder().encode(key)
  if (keyBytes.length < BLOCK_BYTES) throw new RangeError('a DES key has eight bytes')
  const cipher = DES.create({ type: 'encrypt', key: [...keyBytes.slice(0, BLOCK_BYTES)] })
  const bytes = new TextEncoder().encode(text)
  return btoa(String.fromCharCode(...cipher.update([...bytes]), ...cipher.final()))
}
