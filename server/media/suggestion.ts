/** Confidence goes from 0 to 1. */
export type Suggestion<Value> = { value: Value; confidence: number }

/** Tempi with a lower confidence were wrong in every tested sound. */
const LEAST_CONFIDENCE = 0.05
const MOST = 3

/** The best suggestions, each value once, without uncertain ones. */
export function bestOf<Value>(found: Suggestion<Value>[]): Suggestion<Value>[] {
  const sorted = found
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .toSorted((a, b) => b.confidence - a.confidence)
  const firstOfEach = sorted.filter(({ value }, index) => sorted.findIndex((one) => one.value === value) === index)
  return firstOfEach
    .slice(0, MOST)
    .map(({ value, confidence }) => ({ value, confidence: Math.round(confidence * 100) / 100 }))
}
