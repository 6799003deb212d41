import { isMp3 } from './mp3-header.ts'
import { isWav } from './wav.ts'

/** The type of a sound file by its first bytes, as the decoder takes it; null if it is neither. */
export function soundType(start: Buffer): 'wav' | 'mp3' | null {
  if (isWav(start)) return 'wav'
  return isMp3(start) ? 'mp3' : null
}
