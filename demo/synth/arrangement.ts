import { Random } from '#server/art/random.ts'
import type { Line } from '#contract/line.ts'
import { CHARACTERS, type Character } from './characters.ts'
import { makePhrase, PROGRESSIONS, rootOf, type PhraseNote, type Scale } from './harmony.ts'
import { SAMPLE_RATE } from './signal.ts'
import type { VoiceName } from './voices.ts'

/** The facts that make a beat. The seed decides everything else. */
export type BeatRecipe = { seed: string; line: Line; bpm: number; key: string; bars: number; lead?: VoiceName }

type Section = 'intro' | 'drop' | 'break'

/** The plan of a beat, before any sound is made. */
export type Score = {
  recipe: BeatRecipe
  character: Character
  root: number
  scale: Scale
  lead: VoiceName
  progression: number[]
  phrase: PhraseNote[]
  answer: PhraseNote[]
  sections: Section[] // one for each bar
  stepSeconds: number
  length: number // in samples, including the tail
}

const TAIL_SECONDS = 2

export function writeScore(recipe: BeatRecipe): Score {
  const random = new Random(`score ${recipe.seed}`)
  const character = CHARACTERS[recipe.line]
  const stepSeconds = 60 / recipe.bpm / 4
  return {
    recipe,
    character,
    root: rootOf(recipe.key),
    scale: random.pick(['minor', 'minor', 'harmonic', 'phrygian'] as const),
    lead: recipe.lead ?? random.pick(character.leads),
    progression: random.pick(PROGRESSIONS),
    phrase: makePhrase(random),
    answer: makePhrase(random).filter(({ at }) => at % 16 >= 8),
    sections: sectionsOf(recipe.bars, random.pick([2, 4])),
    stepSeconds,
    length: Math.ceil((recipe.bars * 16 * stepSeconds + TAIL_SECONDS) * SAMPLE_RATE),
  }
}

/** An intro, eight bars of drop, a break of two bars, and drop to the end. */
function sectionsOf(bars: number, introBars: number): Section[] {
  return Array.from({ length: bars }, (_, bar) => {
    if (bar < introBars) return 'intro'
    return bar >= introBars + 8 && bar < introBars + 10 ? 'break' : 'drop'
  })
}

export const chordOf = (score: Score, bar: number) => score.progression[Math.floor(bar / 2) % 4]!

/** The sample at which a step of a bar begins. Triplets use fractions of steps. */
export const startOf = (score: Score, bar: number, step = 0) =>
  Math.round((bar * 16 + step) * score.stepSeconds * SAMPLE_RATE)
