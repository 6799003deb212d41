// Spans of tempos in the words of a search: ‘140 to 145 bpm’, ‘140 145 bpm’, ‘over 145 bpm’.

import { ABOVE, BELOW } from './limits-in-words.ts'
import { isTempo, tempoIn } from './spoken.ts'

/** Both ends included. */
export type TempoSpan = { from: number; to: number }

const SLOWEST = 1
const FASTEST = 998 // an item for any tempo has no span
const BETWEEN = new Set(['to', 'and', 'till', 'bis', 'und', 'et', 'a', 'y', 'e', 'en', 'tot'])
const below = new Set(BELOW.split('|'))
const above = new Set(ABOVE.split('|'))
const LONGEST = 4
const SHORTEST = 3

/** The span that a search asks for, and its other words. */
export function tempoSpanIn(words: string[]): { tempo: TempoSpan | null; rest: string[] } {
  for (let size = LONGEST; size >= SHORTEST; size--)
    for (let from = 0; from + size <= words.length; from++) {
      const tempo = spanOf(words.slice(from, from + size))
      if (tempo) return { tempo, rest: [...words.slice(0, from), ...words.slice(from + size)] }
    }
  return { tempo: null, rest: words }
}

function spanOf(words: string[]): TempoSpan | null {
  const inside = words.at(-1) === 'bpm' ? words.slice(0, -1) : words[0] === 'bpm' ? words.slice(1) : []
  const [first, second] = inside
  const low = tempoIn(first)
  const high = tempoIn(inside.at(-1))
  if (!isTempo(high)) return null
  const before = inside.slice(0, -1).join(' ')
  if (below.has(before)) return { from: SLOWEST, to: high - 1 }
  if (above.has(before)) return { from: high + 1, to: FASTEST }
  if (!isTempo(low) || low > high) return null
  return inside.length === 2 || BETWEEN.has(second!) ? { from: low, to: high } : null
}
