/** A lower rate needs less memory and draws the same wave. */
const RATE = 22_050
const BARS = 270
const BASS_BELOW = 130

export type DecodedSound = { durationInSeconds: number; full: number[]; low: number[] }

/** Decodes a file for its wave; null if the browser can’t. */
export async function decodeSound(file: File): Promise<DecodedSound | null> {
  try {
    const sound = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await file.arrayBuffer())
    return { durationInSeconds: sound.duration, ...peaksOf(sound.getChannelData(0)) }
  } catch {
    return null
  }
}

/** The loudest moment of each bar, 0 to 255, of the whole sound and of its bass. */
function peaksOf(samples: Float32Array) {
  const full = Array.from({ length: BARS }, () => 0)
  const low = Array.from({ length: BARS }, () => 0)
  const share = 1 - Math.exp((-2 * Math.PI * BASS_BELOW) / RATE)
  let bass = 0
  samples.forEach((sample, at) => {
    bass += share * (sample - bass)
    const bar = Math.floor((at / samples.length) * BARS)
    full[bar] = Math.max(full[bar]!, Math.abs(sample))
    low[bar] = Math.max(low[bar]!, Math.abs(bass))
  })
  const loudest = Math.max(...full, 0.01)
  const bytes = (peaks: number[]) => peaks.map((peak) => Math.round((peak / loudest) * 255))
  return { full: bytes(full), low: bytes(low) }
}
