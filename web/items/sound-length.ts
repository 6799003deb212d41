import { duration } from './format.ts'

/** Sounds under a second show hundredths. */
export const soundLength = (seconds: number | null) =>
  seconds !== null && seconds > 0 && seconds < 1 ? `${seconds.toFixed(2)} s` : duration(seconds)
