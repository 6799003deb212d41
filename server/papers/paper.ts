import { embedFont, hex, widthOf, type UsedGlyphs } from './embed-font.ts'
import type { PaperFont } from './fonts.ts'
import { createPdfFile, pdfNumber, pdfText, type Ref } from './pdf-file.ts'
import { createTags, type Tag } from './tags.ts'
import { BOX, boxesIn, isRightToLeft, type Line, type Run } from './typeset.ts'

/** A4 in pixels of 96 to the inch. Places are measured from the top left corner. */
export const WIDTH = 794
export const HEIGHT = 1123
const POINT = 0.75

type Words = { x: number; y: number; size: number; color: string; align?: 'left' | 'right' }
type About = { title: string; subject: string; createdAt: Date }

export type Paper = ReturnType<typeof createPaper>

/** A tagged document in American English. Everything that is drawn belongs to a tag, or is marked as decoration. */
export function createPaper({ title, subject, createdAt }: About) {
  const file = createPdfFile()
  const tags = createTags(file)
  const fonts = new Map<PaperFont, { name: string; used: UsedGlyphs }>()
  const pages: { ref: Ref; content: string[]; annotations: Ref[] }[] = []
  let at = -1
  const page = () => pages[at]!

  /** Draws as part of a tag; without one it is decoration. */
  function marked(tag: Tag | null, draw: () => string) {
    const begin = tag ? `/${tag.name} << /MCID ${tags.content(tag, page().ref)} >> BDC` : '/Artifact BMC'
    page().content.push(begin, draw(), 'EMC')
  }

  function fontOf(font: PaperFont) {
    const entry = fonts.get(font) ?? { name: `F${fonts.size + 1}`, used: new Map<number, string>() }
    fonts.set(font, entry)
    return entry
  }

  function drawRun(run: Run, x: number, y: number, size: number) {
    if (!run.font) return withText(run.text, boxes(run.text, x, y, size))
    const { name, used } = fontOf(run.font)
    const isPlain = remember(run, used)
    const drawn = `BT /${name} ${pdfNumber(size * POINT)} Tf ${glyphs(run, run.font, x, y, size)} ET`
    return isPlain ? drawn : withText(run.text, drawn)
  }

  return {
    top: tags.top,
    /** Adds a page and turns to it. */
    addPage: () => void (at = pages.push({ ref: file.reserve(), content: [], annotations: [] }) - 1),
    turnTo: (index: number) => void (at = index),
    pageCount: () => pages.length,
    /** Draws a line on the base line `y`. */
    text(line: Line, { x, y, size, color, align = 'left' }: Words, tag: Tag | null) {
      const left = align === 'right' ? x - line.width * size : x
      const drawn = () => line.runs.map((run) => drawRun(run, left + run.x * size, y, size))
      marked(tag, () => [`${ink(color)} rg`, ...drawn()].join('\n'))
    },
    /** Fills rectangles: x, y, width and height each. */
    fill(rectangles: (readonly [number, number, number, number])[], color: string, tag: Tag | null = null) {
      const drawn = rectangles.map(
        ([x, y, width, height]) => `${place(x, y + height)} ${length(width)} ${length(height)} re`,
      )
      if (drawn.length > 0) marked(tag, () => `${ink(color)} rg ${drawn.join(' ')} f`)
    },
    /** Strokes a path as decoration. */
    stroke(path: string, color: string, width: number) {
      marked(null, () => `${ink(color)} RG ${length(width)} w ${path} S`)
    },
    /** Makes a place on the page lead to an address. */
    link(tag: Tag, address: string, [x, y, width, height]: readonly [number, number, number, number]) {
      const ref = file.reserve()
      const key = tags.annotation(tag, page().ref, ref)
      page().annotations.push(ref)
      file.fill(
        ref,
        `<< /Type /Annot /Subtype /Link /Rect [${place(x, y + height)} ${place(x + width, y)}] /Border [0 0 0] /F 4 ` +
          `/StructParent ${key} /Contents ${pdfText(address)} /A << /S /URI /URI (${ascii(address)}) >> >>`,
      )
    },
    bytes(): Buffer {
      const tree = file.reserve()
      const named = [...fonts].map(([font, { name, used }]) => `/${name} ${embedFont(file, font, used)}`)
      const resources = file.add(`<< /Font << ${named.join(' ')} >> >>`)
      for (const [index, { ref, content, annotations }] of pages.entries())
        file.fill(
          ref,
          `<< /Type /Page /Parent ${tree} /MediaBox [0 0 ${length(WIDTH)} ${length(HEIGHT)}] /Resources ${resources} ` +
            `/Contents ${file.stream(content.join('\n'))} /StructParents ${index} /Tabs /S /Annots [${annotations.join(' ')}] >>`,
        )
      const refs = pages.map(({ ref }) => ref)
      file.fill(tree, `<< /Type /Pages /Kids [${refs.join(' ')}] /Count ${refs.length} >>`)
      const root = file.add(
        `<< /Type /Catalog /Pages ${tree} /Lang (en-US) /MarkInfo << /Marked true >> ` +
          `/StructTreeRoot ${tags.finish(refs)} /ViewerPreferences << /DisplayDocTitle true >> >>`,
      )
      const day = `(D:${createdAt.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z)`
      const info = file.add(
        `<< /Title ${pdfText(title)} /Subject ${pdfText(subject)} /Producer (Slide) /CreationDate ${day} /ModDate ${day} >>`,
      )
      return file.bytes(root, info)
    },
  }
}

const length = (pixels: number) => pdfNumber(pixels * POINT)
/** A place on the page, as PDF counts: from the bottom. */
export const place = (x: number, y: number) => `${length(x)} ${length(HEIGHT - y)}`
const ink = (color: string) =>
  [1, 3, 5].map((at) => pdfNumber(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ')
const ascii = (address: string) => encodeURI(address).replace(/[\\()]/g, '\\$&')

/** Says which characters a drawing stands for. */
const withText = (text: string, drawn: string) => `/Span << /ActualText ${pdfText(text)} >> BDC ${drawn} EMC`

/** Keeps the characters of each glyph. True if copying the glyphs one by one gives the text. */
function remember({ text, glyphs, level }: Run, used: UsedGlyphs) {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].toSorted((one, other) => one - other)
  let copied = ''
  for (const [index, { id, cluster }] of glyphs.entries()) {
    const characters =
      glyphs[index - 1]?.cluster === cluster ? '' : text.slice(cluster, starts[starts.indexOf(cluster) + 1])
    if (!used.has(id)) used.set(id, characters || ' ')
    copied += used.get(id)!
  }
  return !isRightToLeft(level) && copied === text
}

function glyphs({ glyphs }: Run, font: PaperFont, x: number, y: number, size: number) {
  const unit = size / font.unitsPerEm
  if (glyphs.every((glyph) => glyph.x === 0 && glyph.y === 0)) {
    const parts = glyphs.map(({ id, advance }) => {
      const less = ((widthOf(font, id) - advance) * 1000) / font.unitsPerEm
      return `<${hex(id)}>${less === 0 ? '' : pdfNumber(less)}`
    })
    return `${place(x, y)} Td [${parts.join('').replaceAll('><', '')}] TJ`
  }
  let left = x
  return glyphs
    .map((glyph) => {
      const drawn = `1 0 0 1 ${place(left + glyph.x * unit, y - glyph.y * unit)} Tm <${hex(glyph.id)}> Tj`
      left += glyph.advance * unit
      return drawn
    })
    .join(' ')
}

/** An empty box for each character that no font has. */
const boxes = (text: string, x: number, y: number, size: number) =>
  Array.from({ length: boxesIn(text) }, (_, index) => {
    const [width, height, line] = [(BOX - 0.1) * size, 0.72 * size, 0.06 * size]
    const [left, bottom] = [x + index * BOX * size + 0.05 * size, y]
    const outer = `${place(left, bottom)} ${length(width)} ${length(height)} re`
    const inner = `${place(left + line, bottom - line)} ${length(width - 2 * line)} ${length(height - 2 * line)} re`
    return `${outer} ${inner} f*`
  }).join(' ')
