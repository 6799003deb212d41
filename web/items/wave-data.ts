import type { Wave } from '#contract/item.ts'

/** Peaks travel as base64 of bytes from 0 to 255. */
const bytes = (base64: string) => Array.from(atob(base64), (character) => character.charCodeAt(0))

export const waveData = ({ full, low }: Wave) => ({ full: bytes(full), low: bytes(low) })
