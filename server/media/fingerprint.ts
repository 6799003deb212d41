import { blockLength, joinSamples, type AudioBlocks } from './audio.ts'
import { keysOf } from './landmark-groups.ts'
import { LANDMARK_RATE, landmarksOf, packLandmarks, unpackLandmarks } from './landmarks.ts'
import { MonoResampler } from './resample.ts'
import { compareSounds } from './same-sound.ts'

/** Changes with the landmarks and their keys: fingerprints of different versions can't be compared. */
export const FINGERPRINT_VERSION = 1

/** The keys find sounds that may be the same, the landmarks decide. */
export type Fingerprint = { keys: number[]; landmarks: Uint8Array; durationMs: number }

export async function fingerprintOf(blocks: AudioBlocks): Promise<Fingerprint> {
  const resampler = new MonoResampler(LANDMARK_RATE)
  const parts: Float32Array<ArrayBuffer>[] = []
  let seconds = 0
  for await (const block of blocks) {
    parts.push(resampler.add(block))
    seconds += blockLength(block) / block.sampleRate
  }
  const landmarks = landmarksOf(joinSamples(parts))
  return { keys: keysOf(landmarks), landmarks: packLandmarks(landmarks), durationMs: Math.round(seconds * 1_000) }
}

/** Compares a sound with each of others. */
export function compareFingerprints({ one, others }: { one: Uint8Array; others: Uint8Array[] }) {
  const landmarks = unpackLandmarks(one)
  return others.map((other) => compareSounds(landmarks, unpackLandmarks(other)))
}
