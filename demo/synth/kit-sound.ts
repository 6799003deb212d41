import type { AudioBlock } from '#server/media/audio.ts'
import { toWav } from '#server/media/wav.ts'

/** A file of a kit: its place in the archive, its bytes, and its sound. */
export type KitSound = { path: string; bytes: Buffer; sound: AudioBlock; bpm?: number; key?: string }

export const wavSound = (path: string, sound: AudioBlock, about: Pick<KitSound, 'bpm' | 'key'> = {}): KitSound => ({
  path: `${path}.wav`,
  bytes: toWav(sound),
  sound,
  ...about,
})
