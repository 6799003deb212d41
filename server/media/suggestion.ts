/** Confidence goes from 0 to 1. */
export type Suggestion<Value> = { value: Value; confidence: number }

/** Below it, tempi were wrong in every sound that was tried. */
const LEAST_CONFIDENCE = 0.05
const MOST = 3

/** The best of what was found, without repeating a value and without guesses. */
export function bestOf<Value>(found: Suggestion<Value>[]): Suggestion<Value>[] {
  const sorted = found
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .toSorted((a, b) => b.confidence - a.confidence)
  const firstOfEach = sorted.filter(({ value }, index) => sorted.findIndex((one) => one.value === value) === index)
  return firstOfEach
    .slice(0, MOST)
    .map(({ value, confidence }) => ({ value, confidence: Math.round(confidence * 100) / 100 }))
}
