import { Random } from '#server/art/random.ts'
import type { Line } from '#contract/line.ts'
import { CHARACTERS, type Character } from './characters.ts'
import { makeMelody, makePhrase, PROGRESSIONS, rootOf, type PhraseNote, type Scale } from './harmony.ts'
import { makePatterns, PATTERN_BARS, type BarPattern } from './patterns.ts'
import { SAMPLE_RATE } from './signal.ts'
import type { VoiceName } from './voices.ts'

/** The facts that make a beat. The seed decides everything else. */
export type BeatRecipe = { seed: string; line: Line; bpm: number; key: string; bars: number; lead?: VoiceName }

type Section = 'intro' | 'hook' | 'verse' | 'bridge' | 'outro'

/** The plan of a beat, before any sound is made. */
export type Score = {
  recipe: BeatRecipe
  character: Character
  root: number
  scale: Scale
  lead: VoiceName
  progression: number[]
  /** of two bars each, one for each chord */
  melody: PhraseNote[][]
  answer: PhraseNote[]
  patterns: BarPattern[]
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
    melody: makeMelody(random),
    answer: makePhrase(random).filter(({ at }) => at % 16 >= 8),
    patterns: makePatterns(new Random(`patterns ${recipe.seed}`), recipe.line, character.groove),
    sections: sectionsOf(recipe.bars),
    stepSeconds,
    length: Math.ceil((recipe.bars * 16 * stepSeconds + TAIL_SECONDS) * SAMPLE_RATE),
  }
}

/** An intro; hooks and verses with a bridge now and then; an outro if there is time. */
function sectionsOf(bars: number): Section[] {
  const [intro, outro] = [bars < 16 ? 2 : 4, bars < 20 ? 0 : 4]
  const turn = [...of('hook', 8), ...of('verse', bars < 48 ? 8 : 16), ...of('hook', 8), ...of('bridge', 8)]
  const body = Array.from({ length: Math.max(0, bars - intro - outro) }, (_, bar) => turn[bar % turn.length]!)
  return [...of('intro', intro), ...body, ...of('outro', outro)]
}

const of = (section: Section, bars: number) => Array.from({ length: bars }, () => section)

/** Whether kick and 808 play in a bar. */
export const isFull = (score: Score, bar: number) => score.sections[bar] === 'hook' || score.sections[bar] === 'verse'

export const BREAK = 6

/** The step of a bar at which drums and 808 leave room: early at the end of a part, late at the end of its half. */
export function breakAt(score: Score, bar: number): number {
  const isLast = score.sections[bar + 1] !== score.sections[bar] || barOfSection(score, bar) % 8 === 7
  return isLast ? BREAK : barOfSection(score, bar) % 4 === 3 ? 13 : 16
}

/** How many bars of its section come before a bar. */
export const barOfSection = ({ sections }: Score, bar: number) => {
  let first = bar
  while (first > 0 && sections[first - 1] === sections[bar]) first--
  return bar - first
}

export const patternOf = (score: Score, bar: number) => score.patterns[barOfSection(score, bar) % PATTERN_BARS]!

/** The kicks that are really played in a bar. */
export const kicksOf = (score: Score, bar: number) =>
  isFull(score, bar) ? patternOf(score, bar).kicks.filter((step) => step < breakAt(score, bar)) : []

export const chordOf = (score: Score, bar: number) => score.progression[Math.floor(bar / 2) % 4]!

/** The sample at which a step of a bar begins. Triplets use fractions of steps. */
export const startOf = (score: Score, bar: number, step = 0) =>
  Math.round((bar * 16 + step) * score.stepSeconds * SAMPLE_RATE)
