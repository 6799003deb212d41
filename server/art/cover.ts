import type { Peaks } from '#server/media/peaks.ts'
import type { Line } from '#contract/line.ts'
import { Random } from './random.ts'
import { drawDestinationBoard, fitsDestinationBoard } from './destination-board.ts'
import { drawLamp } from './lamp.ts'
import { drawPads } from './pads.ts'
import { drawVinyl } from './vinyl.ts'
import { drawSlide } from './slide.ts'
import { drawTower } from './tower.ts'

type Subject = { kind: 'beat' | 'pack' | 'kit'; slug: string; title: string; line: Line; peaks: Peaks }

/** Draws one of five covers for a beat or a pack. A kit always gets its pads. */
export function drawCover({ kind, slug, title, line, peaks }: Subject): string {
  if (kind === 'kit') return drawPads(slug, line)
  const drawings = [
    () => drawTower(slug, line),
    () => drawSlide(slug, line),
    () => drawLamp(slug, line),
    () => drawVinyl(slug, line, peaks),
    ...(fitsDestinationBoard(title) ? [() => drawDestinationBoard(slug, line, title)] : []),
  ]
  return new Random(`cover ${slug}`).pick(drawings)()
}
