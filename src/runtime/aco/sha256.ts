/** Words of 32 bits from their hexadecimal digits. */
const words = (text: string) => Int32Array.from(text.split(' '), word => Number.parseInt(word, 16))

/** Fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8 (FIPS 180-4 §4.2.2, §5.3.3). */
const CUBIC = words(
  [
    '428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5',
    'd807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174',
    'e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da',
    '983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967',
    '27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85',
    'a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070',
    '19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3',
    '748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2',
  ].join(' '),
)
const SQUARE = words('6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19')

/**
 * SHA-256 of a text’s UTF-8 bytes, as eight words of 32 bits, the first byte of the digest being the highest of the first.
 *
 * Source: FIPS 180-4 §6.2. `node:crypto` has it too, but takes longer to load than a short text to hash.
 */
export function sha256(text: string): Int32Array {
  const bytes = Buffer.from(text, 'utf8')
  const { length } = bytes
  const blocks = (length + 72) >> 6
  const padded = Buffer.alloc(blocks * 64)
  padded.set(bytes)
  padded[length] = 0x80
  for (let i = 1, bits = length * 8; bits; i++, bits = Math.floor(bits / 256)) padded[padded.length - i] = bits % 256
  const state = SQUARE.slice()
  const scratch = new Int32Array(64)
  for (let at = 0; at < padded.length; at += 64) mix(state, scratch, padded, at)
  return state
}

/** Works a block of 64 bytes into the state. */
function mix(state: Int32Array, w: Int32Array, bytes: Uint8Array, at: number): void {
  for (let i = 0; i < 16; i++) {
    const from = at + i * 4
    w[i] = (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!
  }
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15]!, w[i - 2]!]
    const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = (w[i - 16]! + low + w[i - 7]! + high) | 0
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const one = (h + high + ((e & f) ^ (~e & g)) + CUBIC[i]! + w[i]!) | 0
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const sums = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = state[i]! + sums[i]!
}
