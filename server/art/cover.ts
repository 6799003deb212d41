import type { Peaks } from '#server/media/peaks.ts'
import type { Line } from '#contract/line.ts'
import { Random } from './random.ts'
import { drawBlind, fitsBlind } from './blind.ts'
import { drawLamp } from './lamp.ts'
import { drawPads } from './pads.ts'
import { drawPress } from './press.ts'
import { drawSlide } from './slide.ts'
import { drawTower } from './tower.ts'

type Subject = { kind: 'beat' | 'pack' | 'kit'; slug: string; title: string; line: Line; peaks: Peaks }

/** One of five drawings for a beat or a pack; a kit is always its pads. */
export function drawCover({ kind, slug, title, line, peaks }: Subject): string {
  if (kind === 'kit') return drawPads(slug, line)
  const drawings = [
    () => drawTower(slug, line),
    () => drawSlide(slug, line),
    () => drawLamp(slug, line),
    () => drawPress(slug, line, peaks),
    ...(fitsBlind(title) ? [() => drawBlind(slug, line, title)] : []),
  ]
  return new Random(`cover ${slug}`).pick(drawings)()
}
