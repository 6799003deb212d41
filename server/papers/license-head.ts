import { LEFT, MEASURE, RIGHT, small, type Flow } from './flow.ts'
import { inkOf, NIGHT, PALE, RULE, tint } from './inks.ts'
import type { LicenseFacts } from './license-facts.ts'
import { place, type Paper } from './paper.ts'
import { lineOf, plainText, quoted, shortened } from './typeset.ts'

const LARGEST = 130

/** Everything above the parties: the number, the license, the work and its wave. */
export function drawHead(paper: Paper, flow: Flow, facts: LicenseFacts) {
  const { number, license, work } = facts
  const section = paper.top.add('Sect')
  drawLogo(paper)
  const right = { x: RIGHT, align: 'right' } as const
  const agreement = section.add('P')
  paper.text(lineOf('License agreement', 'plain'), { ...right, y: 63, ...small }, agreement)
  paper.text(lineOf(number, 'strong'), { ...right, y: 83, size: 15, color: NIGHT }, agreement)

  const beside = [
    lineOf(`to use the ${work.kind}`, 'plain'),
    shortened(`“${quoted(work.title)}”`, 'strong', 14),
    shortened(`by ${quoted(work.artist)}`, 'plain', 14),
  ]
  const name = lineOf(license.name.toUpperCase(), 'display')
  const room = MEASURE - 15 * Math.max(...beside.map(({ width }) => width)) - 24
  const size = Math.min(LARGEST, room / name.width)
  const base = 120 + size * 0.8
  paper.text(name, { x: LEFT - 3, y: base, size, color: NIGHT }, section.add('H1'))
  const what = section.add('P')
  for (const [index, line] of beside.entries())
    paper.text(line, { ...right, y: base - (2 - index) * 20, size: 15, color: NIGHT }, what)
  flow.y = base + 24
  drawWave(paper, flow, facts)
  drawFacts(paper, flow, facts)
}

function drawLogo(paper: Paper) {
  const [x, y] = [LEFT, 50]
  const at = (right: number, down: number) => place(x + right, y + down)
  paper.stroke(`${at(1, 6)} m ${at(11, 6)} l ${at(16, 6)} ${at(15, 20)} ${at(20, 20)} c ${at(29, 20)} l`, NIGHT, 7)
  paper.text(lineOf('SLIDE', 'display'), { x: x + 38, y: y + 25, size: 28, color: NIGHT }, null)
}

const BARS = 234
const WAVE = 88
const WATERLINE = 0.74

/** The wave as on the item's page: the sound in night, the bass in the ink of the line, both reflected. */
function drawWave(paper: Paper, flow: Flow, { work: { wave, style, bpm, seconds } }: LicenseFacts) {
  if (!wave) return
  if (bpm && seconds) drawRuler(paper, flow, (bpm * seconds) / 240)
  const pitch = MEASURE / BARS
  const line = inkOf(style?.line ?? null)
  const water = flow.y + WAVE * WATERLINE
  for (const { peaks, color } of [
    { peaks: wave.full, color: NIGHT },
    { peaks: wave.low, color: line },
  ]) {
    const heights = Array.from({ length: BARS }, (_, bar) => loudest(peaks, bar) / 255)
    const x = (bar: number) => LEFT + bar * pitch
    const above = heights.map((height, bar) => {
      const size = height * WAVE * WATERLINE
      return [x(bar), water - size, pitch * 0.66, size] as const
    })
    const below = heights.map((height, bar) => [x(bar), water, pitch * 0.66, height * WAVE * (1 - WATERLINE)] as const)
    const seen = (bars: (readonly [number, number, number, number])[]) => bars.filter(([, , , height]) => height > 0.1)
    paper.fill(seen(above), color)
    paper.fill(seen(below), tint(color, 0.42))
  }
  flow.y += WAVE + 4
}

function loudest(peaks: Uint8Array, bar: number) {
  const [from, to] = [(bar * peaks.length) / BARS, ((bar + 1) * peaks.length) / BARS].map(Math.floor) as [
    number,
    number,
  ]
  return Math.max(0, ...peaks.subarray(from, Math.max(to, from + 1)))
}

const MOST_LABELS = 8

/** The numbers of bars above the wave. */
function drawRuler(paper: Paper, flow: Flow, bars: number) {
  let step = 16
  while (bars / step > MOST_LABELS) step *= 2
  for (let bar = 0; bar < bars - step / 4; bar += step) {
    const x = LEFT + (bar / bars) * MEASURE
    paper.fill([[x, flow.y, 1, 14]], RULE)
    const label = bar === 0 ? 'bar 1' : String(bar + 1)
    paper.text(lineOf(label, 'plain'), { x: x + 7, y: flow.y + 11, size: 10, color: PALE }, null)
  }
  flow.y += 18
}

function drawFacts(paper: Paper, flow: Flow, { work: { style, facts } }: LicenseFacts) {
  const tag = paper.top.add('P')
  const y = flow.y + 14
  let x = LEFT
  if (style) {
    const code = lineOf(style.code, 'display')
    paper.fill([[x, y - 12, code.width * 13 + 8, 15]], inkOf(style.line))
    paper.text(code, { x: x + 4, y: y - 0.5, size: 13, color: '#ffffff' }, null)
    x += code.width * 13 + 14
  }
  for (const fact of [...(style ? [style.name] : []), ...facts]) {
    const line = lineOf(plainText(fact), 'plain')
    paper.text(line, { x, y, ...small }, tag)
    x += line.width * small.size + 14
  }
  flow.y = y + 20
}
