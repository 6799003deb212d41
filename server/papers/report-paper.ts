import { createFlow, heading, LEFT, MEASURE, RIGHT, small, table, type Flow } from './flow.ts'
import { NIGHT, PALE } from './inks.ts'
import { createPaper, HEIGHT, type Paper } from './paper.ts'
import type { Tag } from './tags.ts'
import { lineOf, linesOf, plainText } from './typeset.ts'

/** A part of a report: what is known as name and value, a table, and words of people. */
export type ReportPart = {
  heading: string
  facts?: (readonly [name: string, value: string])[]
  table?: { columns: (readonly [title: string, share: number])[]; rows: string[][] }
  words?: string[]
}
export type Report = { title: string; note: string; createdAt: Date; parts: ReportPart[] }

/** The PDF of a report: plain parts one below the other. */
export function drawReport({ title, note, createdAt, parts }: Report): Buffer {
  const paper = createPaper({ title, subject: note, createdAt })
  paper.addPage()
  const flow = createFlow(paper)
  const head = paper.top.add('Sect')
  const name = lineOf(plainText(title).toUpperCase(), 'display')
  const size = Math.min(56, MEASURE / name.width)
  paper.text(name, { x: LEFT, y: flow.y + size * 0.8, size, color: NIGHT }, head.add('H1'))
  flow.y += size * 0.8 + 18
  paragraph(paper, flow, note, head)
  for (const part of parts) drawPart(paper, flow, part)
  drawFooters(paper, title)
  return paper.bytes()
}

const VALUE = LEFT + 190
const GAP = 12

function drawPart(paper: Paper, flow: Flow, { heading: title, facts = [], table: list, words = [] }: ReportPart) {
  flow.need(90)
  flow.y += 16
  flow.rule(2, NIGHT)
  flow.y += 10
  const section = paper.top.add('Sect')
  heading(paper, flow, plainText(title), section.add('H2'))
  if (facts.length > 0) {
    const columns = [
      { title: 'What', x: LEFT, width: VALUE - LEFT - GAP },
      { title: 'Value', x: VALUE, width: RIGHT - VALUE },
    ]
    table(
      paper,
      flow,
      columns,
      facts.map((row) => row.map(plainText)),
      section,
    )
  }
  if (list) {
    let x = LEFT
    const columns = list.columns.map(([title, share]) => {
      const column = { title, x, width: MEASURE * share - GAP }
      x += MEASURE * share
      return column
    })
    table(
      paper,
      flow,
      columns,
      list.rows.map((row) => row.map(plainText)),
      section,
    )
  }
  for (const text of words) paragraph(paper, flow, text, section)
}

const WORDS = { size: 12, leading: 18 }

function paragraph(paper: Paper, flow: Flow, text: string, section: Tag) {
  for (const part of text.split('\n').filter((line) => line.trim() !== '')) {
    const tag = section.add('P')
    for (const line of linesOf(plainText(part), 'plain', MEASURE / WORDS.size)) {
      flow.need(WORDS.leading)
      paper.text(line, { x: LEFT, y: flow.y + WORDS.size, size: WORDS.size, color: NIGHT }, tag)
      flow.y += WORDS.leading
    }
  }
}

function drawFooters(paper: Paper, title: string) {
  const pages = paper.pageCount()
  for (let page = 0; page < pages; page++) {
    paper.turnTo(page)
    const y = HEIGHT - 44
    paper.fill([[LEFT, y - 26, MEASURE, 2]], NIGHT)
    const at = { ...small, color: PALE, y }
    paper.text(lineOf(plainText(title), 'plain'), { ...at, x: LEFT }, null)
    paper.text(lineOf(`${page + 1} / ${pages}`, 'plain'), { ...at, x: RIGHT, align: 'right' }, null)
  }
}
