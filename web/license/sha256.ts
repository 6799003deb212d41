const CONSTANTS = new Uint32Array(64)
const START = new Uint32Array(8)
{
  // the fractions of the roots of the first primes, as the standard says
  const fraction = (value: number) => (value - Math.floor(value)) * 2 ** 32
  let found = 0
  for (let candidate = 2; found < 64; candidate++) {
    let isPrime = true
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) isPrime = false
    if (!isPrime) continue
    if (found < 8) START[found] = fraction(Math.sqrt(candidate))
    CONSTANTS[found++] = fraction(Math.cbrt(candidate))
  }
}

/**
 * SHA-256 in parts, for files that don't fit into memory. The browser's own needs the whole file at once, and is missing
 * on plain http.
 */
export function createSha256() {
  const state = START.slice()
  const schedule = new Uint32Array(64)
  const rest = new Uint8Array(64)
  let waiting = 0
  let total = 0

  function block(bytes: Uint8Array, at: number) {
    for (let i = 0; i < 16; i++) {
      const from = at + i * 4
      schedule[i] = (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!
    }
    for (let i = 16; i < 64; i++) {
      const [early, late] = [schedule[i - 15]!, schedule[i - 2]!]
      const small = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)
      const large = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10)
      schedule[i] = schedule[i - 16]! + small + schedule[i - 7]! + large
    }
    let a = state[0]!
    let b = state[1]!
    let c = state[2]!
    let d = state[3]!
    let e = state[4]!
    let f = state[5]!
    let g = state[6]!
    let h = state[7]!
    for (let i = 0; i < 64; i++) {
      const large = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const one = (h + large + ((e & f) ^ (~e & g)) + CONSTANTS[i]! + schedule[i]!) | 0
      const small = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const two = (small + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + value
  }

  function update(bytes: Uint8Array) {
    total += bytes.length
    let at = 0
    if (waiting > 0) {
      at = Math.min(64 - waiting, bytes.length)
      rest.set(bytes.subarray(0, at), waiting)
      waiting += at
      if (waiting < 64) return
      block(rest, 0)
      waiting = 0
    }
    for (; at + 64 <= bytes.length; at += 64) block(bytes, at)
    rest.set(bytes.subarray(at))
    waiting = bytes.length - at
  }

  return {
    update,
    /** The hash in hex. Nothing may be added afterwards. */
    digest() {
      const bits = new DataView(new ArrayBuffer(8))
      bits.setBigUint64(0, BigInt(total) * 8n)
      update(Uint8Array.of(0x80))
      update(new Uint8Array((120 - waiting) % 64))
      update(new Uint8Array(bits.buffer))
      return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
    },
  }
}
