import { encode } from 'uqr'
import { clauses, createFlow, heading, LEFT, MEASURE, RIGHT, small, table, type Flow } from './flow.ts'
import { NIGHT, PALE } from './inks.ts'
import type { Clause, LicenseFacts } from './license-facts.ts'
import { drawHead } from './license-head.ts'
import { createPaper, HEIGHT, type Paper } from './paper.ts'
import type { Tag } from './tags.ts'
import { isPartlyDrawn, lineOf, linesOf, plainText, quoted } from './typeset.ts'

/** The PDF of a license. Equal facts give equal bytes. */
export function drawLicense(facts: LicenseFacts): Buffer {
  const { license, number, work, issuedAt } = facts
  const title = plainText(work.title)
  const paper = createPaper({
    title: `License agreement ${number}: ${license.name} of ${title}`,
    subject: `${license.name} to use the ${work.kind} ${title} by ${plainText(work.artist)}`,
    createdAt: issuedAt,
  })
  paper.addPage()
  const flow = createFlow(paper)
  drawHead(paper, flow, facts)
  drawParties(paper, flow, facts)
  const fill = filler(facts)
  drawFigures(paper, flow, facts.terms, fill(facts.lead))
  flow.rule()
  flow.y += 14
  clauses(paper, flow, filled(facts.short, fill), paper.top.add('Sect'))
  drawFiles(paper, flow, facts)
  drawTracks(paper, flow, facts)
  drawFullTerms(paper, flow, facts, fill)
  drawFooters(paper, facts)
  return paper.bytes()
}

/** Puts the facts of this sale into the words of the terms. */
function filler({ work, licensor, price, order, issuedAt }: LicenseFacts) {
  const title = `“${quoted(work.title)}”`
  const source = work.kind === 'beat' ? 'the beat' : 'each track of the pack'
  const words: Record<string, string> = {
    work: `${source} ${title}`,
    source,
    kind: work.kind,
    artist: quoted(licensor.handle),
    price,
    order,
    date: longDay(issuedAt),
  }
  return (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole)
}
type Fill = ReturnType<typeof filler>
const filled = (list: Clause[], fill: Fill) => list.map(({ title, text }) => ({ title, text: fill(text) }))

const PARTY = 325
const NAME = 20

function drawParties(paper: Paper, flow: Flow, { licensor, licensee }: LicenseFacts) {
  const parties = [
    { role: 'Licensor', ...licensor, x: LEFT },
    { role: 'Licensee', ...licensee, x: RIGHT - PARTY },
  ]
  const ends = parties.map(({ role, name, handle, account, x }) => {
    const section = paper.top.add('Sect')
    paper.fill([[x, flow.y, PARTY, 2]], NIGHT)
    let y = flow.y + 24
    paper.text(lineOf(role, 'strong'), { x, y, ...small }, section.add('H2'))
    const lines = linesOf(quoted(name), 'strong', PARTY / NAME)
    const tag = section.add('P')
    for (const line of lines) paper.text(line, { x, y: (y += 25), size: NAME, color: NIGHT }, tag)
    const known = `“${quoted(handle)}” on Slide, account ${account}`
    for (const line of linesOf(known, 'plain', PARTY / small.size))
      paper.text(line, { x, y: (y += 18), ...small }, section.add('P'))
    if (lines.some(isPartlyDrawn))
      for (const line of linesOf(NO_FONT, 'plain', PARTY / 11))
        paper.text(line, { x, y: (y += 15), size: 11, color: PALE }, section.add('P'))
    return y
  })
  flow.y = Math.max(...ends) + 20
}

const NO_FONT =
  'A box stands for a letter that this document has no font for. The name can be copied from here, and the page of ' +
  'this license shows it to both parties.'

const FIGURE = 54

/** The limits in large figures. Terms without a figure are among the clauses. */
function drawFigures(paper: Paper, flow: Flow, terms: LicenseFacts['terms'], lead: string) {
  const figures = terms.flatMap(({ name, value }) => (value && name !== 'Credit' ? [{ name, value }] : []))
  const section = paper.top.add('Sect')
  flow.rule(2, NIGHT)
  flow.y += 10
  heading(paper, flow, lead, section.add('H2'))
  const list = section.add('L')
  const gap = 24
  const lines = figures.map(({ value }) => lineOf(value.replace('Up to ', '').toUpperCase(), 'display'))
  const room = MEASURE - gap * (lines.length - 1)
  // a column is as wide as its figure, and all shrink together until they fit
  const widths = lines.map(({ width }) => Math.max(width, 1.4))
  const size = Math.min(FIGURE, room / widths.reduce((sum, width) => sum + width, 0))
  const spare = (room - size * widths.reduce((sum, width) => sum + width, 0)) / lines.length
  let x = LEFT
  for (const [index, line] of lines.entries()) {
    const body = list.add('LI').add('LBody')
    paper.text(line, { x, y: flow.y + 12 + size * 0.78, size, color: NIGHT }, body)
    const name = figures[index]!.name.toLowerCase()
    const counted = figures[index]!.value === '1' ? name.replace(/s$/, '') : name
    paper.text(lineOf(counted, 'plain'), { x, y: flow.y + 34 + size * 0.78, ...small }, body)
    x += size * widths[index]! + spare + gap
  }
  flow.y += 34 + size * 0.78 + 22
}

const HASH = 330

function drawFiles(paper: Paper, flow: Flow, { files, work }: LicenseFacts) {
  flow.need(80)
  flow.y += 6
  flow.rule()
  flow.y += 10
  const section = paper.top.add('Sect')
  heading(paper, flow, 'Delivered files', section.add('H2'))
  const columns = [
    { title: 'File', x: LEFT, width: 142, face: 'strong' as const },
    { title: 'Version', x: 206, width: 44 },
    { title: 'Size', x: 258, width: 64 },
    { title: 'SHA-256', x: HASH, width: RIGHT - HASH },
  ]
  const rows = files.map(({ name, version, size, sha256 }) => [plainText(name), String(version), size, sha256])
  table(paper, flow, columns, rows, section)
  if (!work.master) return
  flow.need(20)
  flow.y += 6
  paper.text(
    lineOf(`SHA-256 of the master: ${work.master}`, 'plain'),
    { x: LEFT, y: flow.y + 11, size: 11, color: PALE },
    section.add('P'),
  )
  flow.y += 16
}

function drawTracks(paper: Paper, flow: Flow, { work: { tracks } }: LicenseFacts) {
  if (tracks.length === 0) return
  flow.need(80)
  flow.y += 12
  const section = paper.top.add('Sect')
  heading(paper, flow, `Tracks of the pack (${tracks.length})`, section.add('H2'))
  const columns = [
    { title: 'Track', x: LEFT, width: HASH - LEFT - 20, face: 'strong' as const },
    { title: 'SHA-256', x: HASH, width: RIGHT - HASH },
  ]
  const rows = tracks.map(({ title, sha256 }, index) => [`${index + 1}. ${quoted(title)}`, sha256])
  table(paper, flow, columns, rows, section)
}

function drawFullTerms(paper: Paper, flow: Flow, { full, license }: LicenseFacts, fill: Fill) {
  flow.turn()
  const section = paper.top.add('Sect')
  const title = lineOf('FULL TERMS', 'display')
  paper.text(title, { x: LEFT, y: flow.y + 44, size: 56, color: NIGHT }, section.add('H2'))
  flow.y += 66
  const version = `${license.name}, terms version ${license.version}, of ${longDay(license.since)}`
  paper.text(lineOf(version, 'plain'), { x: LEFT, y: flow.y + 12, ...small }, section.add('P'))
  flow.y += 34
  clauses(paper, flow, filled(full, fill), section)
}

const CODE = 66

/** The footer of the first page tells where to check the license. The others repeat its number. */
function drawFooters(paper: Paper, { address, number, issuedAt, license }: LicenseFacts) {
  const pages = paper.pageCount()
  for (let page = 0; page < pages; page++) {
    paper.turnTo(page)
    const y = HEIGHT - 44
    paper.fill([[LEFT, page === 0 ? y - CODE - 14 : y - 26, MEASURE, 2]], NIGHT)
    const at = { size: 11.5, color: PALE }
    paper.text(lineOf(`${page + 1} / ${pages}`, 'plain'), { x: RIGHT, y, ...at, align: 'right' }, null)
    if (page > 0) {
      paper.text(lineOf(`License agreement ${number}`, 'plain'), { x: LEFT, y, ...at }, null)
      continue
    }
    const section = paper.top.add('Sect')
    drawCode(paper, address, y - CODE, section)
    const x = LEFT + CODE + 16
    const label = lineOf('Check this license: ', 'strong')
    const check = section.add('P')
    paper.text(label, { x, y: y - 17, size: 11.5, color: NIGHT }, check)
    const line = lineOf(address.replace(/^https?:\/\//, ''), 'plain')
    const left = x + label.width * 11.5 + 3
    const link = check.add('Link')
    paper.text(line, { x: left, y: y - 17, ...at }, link)
    paper.link(link, address, [left, y - 29, line.width * 11.5, 16])
    const issued = `Issued ${longDay(issuedAt)}, ${issuedAt.toISOString().slice(11, 16)} UTC. Terms version ${license.version}, of ${longDay(license.since)}.`
    paper.text(lineOf(issued, 'plain'), { x, y, ...at }, section.add('P'))
  }
}

function drawCode(paper: Paper, address: string, top: number, section: Tag) {
  const { data, size } = encode(address, { border: 0, ecc: 'M' })
  const module = CODE / size
  const rows = data.flatMap((row, y) =>
    row.flatMap((isDark, x) =>
      isDark ? [[LEFT + x * module, top + y * module, module + 0.02, module + 0.02] as const] : [],
    ),
  )
  const figure = section.add('Figure', {
    alt: 'Code that opens the public page of this license',
    box: [LEFT * 0.75, (HEIGHT - top - CODE) * 0.75, (LEFT + CODE) * 0.75, (HEIGHT - top) * 0.75],
  })
  paper.fill(rows, NIGHT, figure)
}

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const longDay = (date: Date) => long.format(date)
