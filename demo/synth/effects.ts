import { Random } from '#server/art/random.ts'
import { startOf, type Score } from './arrangement.ts'
import { Bus } from './bus.ts'
import { inRoom } from './space.ts'
import { cymbal, impact, riser } from './drums.ts'
import { homeNote } from './tonal-parts.ts'
import { playNote } from './voices.ts'
import { frequencyOf, type Samples } from './signal.ts'

/** The lead's own tail, played backwards, leads to each new part, and a riser to a hook. A cymbal or an impact begins it. */
export function playEffects(score: Score): Bus {
  const random = new Random(`effects ${score.recipe.seed}`)
  const bus = new Bus(score.length)
  const swell = backwards(score, random)
  score.sections.forEach((section, bar) => {
    const next = score.sections[bar + 1]
    const isBegun = section !== score.sections[bar - 1]
    if (next !== undefined && next !== section) {
      if (next === 'hook') bus.add(startOf(score, bar), riser(random, 16 * score.stepSeconds), 0.3)
      bus.addStereo(Math.max(0, startOf(score, bar + 1) - swell[0].length), swell, 0.22)
    }
    if (isBegun && section !== 'intro') bus.add(startOf(score, bar), cymbal(random), 0.3)
    if (isBegun && section === 'hook') bus.add(startOf(score, bar), impact(random), 0.3)
  })
  return bus
}

function backwards({ lead, root, stepSeconds }: Score, random: Random): [Samples, Samples] {
  const note = playNote(lead, frequencyOf(homeNote(lead, root)), 4 * stepSeconds, random)
  const [left, right] = inRoom(note, 1, 1.6)
  return [left.reverse(), right.reverse()]
}
