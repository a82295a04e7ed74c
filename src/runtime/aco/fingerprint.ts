/** The greatest prime below 2⁶⁴. */
const PRIME = 2n ** 64n - 59n

/** Bytes that are taken at a time: so that memory is used again, and numbers stay below their limit. */
const CHUNK = 2 ** 14

/**
 * A fingerprint of a text, 16 hexadecimal digits: tells whether a text is another one, not who wrote it.
 *
 * The remainder of its UTF-8 bytes, read as one number, by a prime. The engine does that as a whole; for 5,000 nodes a
 * cryptographic hash would take as long as all the rest of a command.
 */
export function fingerprint(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  let rest = '0'
  for (let at = 0; at < bytes.length; at += CHUNK)
    rest = (BigInt(`0x${rest}${bytes.toString('hex', at, at + CHUNK)}`) % PRIME).toString(16)
  return rest.padStart(16, '0')
}
