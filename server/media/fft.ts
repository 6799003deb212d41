const tables = new Map<number, { cos: Float64Array; sin: Float64Array }>()

function tableOf(size: number) {
  let table = tables.get(size)
  if (!table) {
    table = { cos: new Float64Array(size / 2), sin: new Float64Array(size / 2) }
    for (let k = 0; k < size / 2; k++) {
      table.cos[k] = Math.cos((2 * Math.PI * k) / size)
      table.sin[k] = -Math.sin((2 * Math.PI * k) / size)
    }
    tables.set(size, table)
  }
  return table
}

/** Works in place. The length must be a power of two. */
export function fft(re: Float64Array, im: Float64Array) {
  const size = re.length
  reorder(re, im)
  const { cos, sin } = tableOf(size)
  for (let span = 2; span <= size; span *= 2) {
    const half = span / 2
    const stride = size / span
    for (let start = 0; start < size; start += span) {
      for (let k = 0; k < half; k++) butterfly(re, im, start + k, start + k + half, cos[k * stride]!, sin[k * stride]!)
    }
  }
}

function butterfly(re: Float64Array, im: Float64Array, upper: number, lower: number, c: number, s: number) {
  const vr = re[lower]! * c - im[lower]! * s
  const vi = re[lower]! * s + im[lower]! * c
  re[lower] = re[upper]! - vr
  im[lower] = im[upper]! - vi
  re[upper]! += vr
  im[upper]! += vi
}

function reorder(re: Float64Array, im: Float64Array) {
  for (let i = 1, j = 0; i < re.length; i++) {
    let bit = re.length >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i >= j) continue
    const [real, imaginary] = [re[i]!, im[i]!]
    re[i] = re[j]!
    im[i] = im[j]!
    re[j] = real
    im[j] = imaginary
  }
}

/** The magnitudes of windows of `size` samples, one every `hop` samples. The same array is reused. */
export function* spectra(samples: Float32Array, size: number, hop: number): Generator<Float64Array> {
  const window = Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size))
  const re = new Float64Array(size)
  const im = new Float64Array(size)
  const magnitudes = new Float64Array(size / 2)
  const fill = (part: Float64Array, at: number) => {
    if (at + size > samples.length) part.fill(0)
    else for (let i = 0; i < size; i++) part[i] = samples[at + i]! * window[i]!
  }
  // one transform does two windows: the even part of its result belongs to the first, the odd part to the second
  for (let at = 0; at + size <= samples.length; at += 2 * hop) {
    fill(re, at)
    fill(im, at + hop)
    fft(re, im)
    for (const sign of [1, -1]) {
      if (sign === -1 && at + hop + size > samples.length) return
      for (let k = 0; k < size / 2; k++) {
        const mirror = (size - k) % size
        const real = re[k]! + sign * re[mirror]!
        const imaginary = im[k]! - sign * im[mirror]!
        magnitudes[k] = Math.sqrt(real * real + imaginary * imaginary) / 2
      }
      yield magnitudes
    }
  }
}
