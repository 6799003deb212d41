import type { Face } from './fonts.ts'
import { NIGHT, PALE, RULE } from './inks.ts'
import { HEIGHT, WIDTH, type Paper } from './paper.ts'
import type { Tag } from './tags.ts'
import { linesOf, lineOf, type Line } from './typeset.ts'

export const LEFT = 56
export const RIGHT = WIDTH - LEFT
export const MEASURE = RIGHT - LEFT
const TOP = 64
/** The footer stands below. */
const BOTTOM = HEIGHT - 136
const COLUMN = (MEASURE - 32) / 2

/** Where the next part of the document begins. */
export type Flow = ReturnType<typeof createFlow>

export function createFlow(paper: Paper) {
  const flow = {
    y: TOP,
    /** Begins a new page if so much does not fit any more. */
    need(height: number) {
      if (flow.y + height > BOTTOM) flow.turn()
    },
    turn() {
      paper.addPage()
      flow.y = TOP
    },
    room: () => BOTTOM - flow.y,
    rule(width = 1, color = RULE) {
      paper.fill([[LEFT, flow.y, MEASURE, width]], color)
    },
  }
  return flow
}

const HEADING = 12.5
export const small = { size: HEADING, color: PALE }

/** A heading above a part. */
export function heading(paper: Paper, flow: Flow, text: string, tag: Tag) {
  paper.text(lineOf(text, 'strong'), { x: LEFT, y: flow.y + HEADING, ...small }, tag)
  flow.y += HEADING + 4
}

type Words = { title: string; text: string }
const CLAUSE = { size: 12, leading: 18, gap: 7 }

/** Numbered clauses in two columns, which are equally long where they fit on the page. */
export function clauses(paper: Paper, flow: Flow, list: readonly Words[], parent: Tag) {
  const items = parent.add('L')
  const blocks = list.map(({ title, text }, index) => clauseOf(`${index + 1}. ${title}.`, text))
  for (let next = 0; next < blocks.length;) {
    flow.need(blocks[next]!.height)
    const left = takeColumn(blocks.slice(next), Math.min(flow.room(), halfOf(blocks.slice(next))))
    const right = takeColumn(blocks.slice(next + left), flow.room())
    const columns = [blocks.slice(next, next + left), blocks.slice(next + left, next + left + right)]
    const start = flow.y
    const ends = columns.map((column, index) => {
      let y = start
      for (const block of column) {
        block.draw(paper, LEFT + index * (COLUMN + 32), y, items.add('LI').add('LBody'))
        y += block.height
      }
      return y
    })
    flow.y = Math.max(...ends)
    next += left + right
    if (next < blocks.length) flow.turn()
  }
}

type Block = ReturnType<typeof clauseOf>
const total = (blocks: Block[]) => blocks.reduce((sum, { height }) => sum + height, 0)
/** Half of the height, up to the end of the block in the middle. */
const halfOf = (blocks: Block[]) => {
  let height = 0
  for (const block of blocks) if (height < total(blocks) / 2) height += block.height
  return height
}
function takeColumn(blocks: Block[], room: number) {
  let height = 0
  let count = 0
  for (const block of blocks) {
    height += block.height
    if (height > room) break
    count++
  }
  return count
}

/** The title stands bold in the first line of the text. */
function clauseOf(title: string, text: string) {
  const { size, leading, gap } = CLAUSE
  const head = lineOf(title, 'strong')
  const indent = head.width + 0.3
  const width = COLUMN / size
  const lines = linesOf(text, 'plain', width, width - indent)
  return {
    height: lines.length * leading + gap,
    draw(paper: Paper, x: number, y: number, tag: Tag) {
      const at = { size, color: NIGHT }
      paper.text(head, { x, y: y + size, ...at }, tag)
      for (const [index, line] of lines.entries())
        paper.text(line, { x: index === 0 ? x + indent * size : x, y: y + size + index * leading, ...at }, tag)
    },
  }
}

type Column = { title: string; x: number; width: number; face?: Face }
const CELL = { size: 10.5, leading: 15, pad: 6 }

/** A table whose cells break into lines. */
export function table(paper: Paper, flow: Flow, columns: Column[], rows: string[][], parent: Tag) {
  const tag = parent.add('Table')
  const draw = (cells: Line[][], name: 'TH' | 'TD', color: string) => {
    const height = Math.max(...cells.map((lines) => lines.length)) * CELL.leading + CELL.pad
    flow.need(height)
    if (name === 'TD') flow.rule()
    const row = tag.add('TR')
    for (const [index, lines] of cells.entries()) {
      const cell = row.add(name)
      for (const [number, line] of lines.entries()) {
        const y = flow.y + CELL.pad / 2 + CELL.size + number * CELL.leading
        paper.text(line, { x: columns[index]!.x, y, size: CELL.size, color }, cell)
      }
    }
    flow.y += height
  }
  draw(
    columns.map(({ title }) => [lineOf(title, 'plain')]),
    'TH',
    PALE,
  )
  for (const row of rows)
    draw(
      row.map((text, index) => linesOf(text, columns[index]!.face ?? 'plain', columns[index]!.width / CELL.size)),
      'TD',
      NIGHT,
    )
}
