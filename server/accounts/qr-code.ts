/** A QR code of one size: version 6 with error correction M, 41 x 41 modules, for texts of up to 106 bytes. */
const SIDE = 41
const MOST_BYTES = 106
const BLOCKS = 4
const DATA_OF_BLOCK = 27
const CHECK_OF_BLOCK = 16
/** Error correction M and mask 0, with the check bits of the standard. */
const FORMAT = 0b101010000010010

/** An outline of all dark modules, for a path in a `viewBox` of `side` units. */
export function qrCode(text: string) {
  const bytes = Buffer.from(text)
  if (bytes.length > MOST_BYTES) throw new Error(`A QR code holds ${MOST_BYTES} bytes at most`)
  const modules = emptyModules()
  placeData(modules, codewordsOf(bytes))
  const squares = modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { side: SIDE, path: squares.join('') }
}

type Modules = (boolean | null)[][]

/** All fixed patterns. Null is room for data. */
function emptyModules(): Modules {
  const modules: Modules = Array.from({ length: SIDE }, () => Array.from({ length: SIDE }, () => null))
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < SIDE && y < SIDE) modules[y]![x] = dark
  }
  const rings = (x: number, y: number, reach: number, isDark: (ring: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let i = 0; i < SIDE; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [SIDE - 4, 3],
    [3, SIDE - 4],
  ] as const)
    rings(x, y, 4, (ring) => ring !== 2 && ring !== 4)
  rings(SIDE - 7, SIDE - 7, 2, (ring) => ring !== 1)
  placeFormat(set)
  return modules
}

function placeFormat(set: (x: number, y: number, dark: boolean) => void) {
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((FORMAT >> bit) & 1) === 1
    const before = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit + (bit === 8 ? 1 : 0)
    if (bit < 8) {
      set(8, before, dark)
      set(SIDE - 1 - bit, 8, dark)
    } else {
      set(before, 8, dark)
      set(8, SIDE - 15 + bit, dark)
    }
  }
  set(8, SIDE - 8, true)
}

/** Fills two columns at a time, upwards and downwards in turn from the right, with mask 0. */
function placeData(modules: Modules, codewords: number[]) {
  let bit = 0
  let isUpwards = true
  for (let right = SIDE - 1; right > 0; right -= 2, isUpwards = !isUpwards) {
    if (right === 6) right = 5 // the column of the timing pattern
    for (let step = 0; step < SIDE; step++) {
      const y = isUpwards ? SIDE - 1 - step : step
      for (const x of [right, right - 1]) {
        if (modules[y]![x] !== null) continue
        const dark = ((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1
        modules[y]![x] = (dark === 1) !== ((x + y) % 2 === 0)
        bit++
      }
    }
  }
}

/** Data and check bytes of all blocks, one byte of each block in turn. */
function codewordsOf(bytes: Buffer) {
  const size = BLOCKS * DATA_OF_BLOCK
  const bits = `0100${bytes.length.toString(2).padStart(8, '0')}${[...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')}0000`
  const data = Array.from({ length: size }, (_, i) => {
    const byte = bits.slice(i * 8, i * 8 + 8)
    return byte ? Number.parseInt(byte.padEnd(8, '0'), 2) : (i - Math.ceil(bits.length / 8)) % 2 ? 0x11 : 0xec
  })
  const blocks = Array.from({ length: BLOCKS }, (_, i) => data.slice(i * DATA_OF_BLOCK, (i + 1) * DATA_OF_BLOCK))
  const checks = blocks.map(checkBytes)
  const inTurn = (lists: number[][], length: number) =>
    Array.from({ length }, (_, i) => lists.map((list) => list[i]!)).flat()
  return [...inTurn(blocks, DATA_OF_BLOCK), ...inTurn(checks, CHECK_OF_BLOCK)]
}

/** Reed-Solomon: the rest of a division in the field of 256 elements. */
function checkBytes(data: number[]) {
  const rest = Array.from({ length: CHECK_OF_BLOCK }, () => 0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    for (const [i, term] of GENERATOR.entries()) rest[i]! ^= times(term, factor)
  }
  return rest
}

function times(a: number, b: number) {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((b >> bit) & 1) * a
  }
  return product
}

const GENERATOR = generator()

function generator() {
  const terms = [...Array.from({ length: CHECK_OF_BLOCK - 1 }, () => 0), 1]
  let root = 1
  for (let i = 0; i < CHECK_OF_BLOCK; i++) {
    for (let j = 0; j < CHECK_OF_BLOCK; j++) terms[j] = times(terms[j]!, root) ^ (terms[j + 1] ?? 0)
    root = times(root, 2)
  }
  return terms
}
