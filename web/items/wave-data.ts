import type { Wave } from '#contract/item.ts'

/** Decodes peaks, which travel as bytes (0 to 255) in base64. */
const bytes = (base64: string) => Array.from(atob(base64), (character) => character.charCodeAt(0))

export const waveData = ({ full, low }: Wave) => ({ full: bytes(full), low: bytes(low) })
