import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as harfbuzz from 'harfbuzzjs'
import { fontFile, tablesOf, type FontTables } from './woff.ts'

/** Display is for a few large words, strong for headings, plain for texts. */
export type Face = 'display' | 'strong' | 'plain'

type Family = { package: string; subset: string; weights: Record<Face, number> }

const house = (name: string, weights: Record<Face, number>) =>
  ['latin', 'latin-ext', 'vietnamese'].map((subset) => ({ package: name, subset, weights }))
const oneWeight = { display: 400, strong: 400, plain: 400 }
const twoWeights = { display: 700, strong: 700, plain: 400 }

/** The fonts of the site, then a font for each further script. The first that has a character draws it. */
const OTHERS: Family[] = [
  ...['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'].map((subset) => ({
    package: 'didact-gothic',
    subset,
    weights: oneWeight,
  })),
  { package: 'noto-naskh-arabic', subset: 'arabic', weights: twoWeights },
  { package: 'glegoo', subset: 'devanagari', weights: twoWeights },
  // one file with the characters of China, Japan and Korea
  { package: 'fusion-pixel-12px-proportional-sc', subset: 'latin', weights: oneWeight },
]
const STACKS: Record<Face, Family[]> = {
  display: [...house('big-shoulders-display', { display: 900, strong: 900, plain: 900 }), ...OTHERS],
  strong: [...house('hanken-grotesk', twoWeights), ...OTHERS],
  plain: [...house('hanken-grotesk', twoWeights), ...OTHERS],
}

export type PaperFont = {
  name: string
  tables: FontTables
  unitsPerEm: number
  has: (codePoint: number) => boolean
  shape: (text: string, isRightToLeft?: boolean) => Glyph[]
  /** An SVG path in units of the font, with y upwards and commas between x and y. */
  outline: (glyph: number) => string
}
/** A placed glyph, in units of its font. `cluster` is the place in the text that it stands for. */
export type Glyph = { id: number; cluster: number; advance: number; x: number; y: number }

const buffer = new harfbuzz.Buffer()
const loaded = new Map<string, PaperFont>()

/** The fonts of a face in their order. A font is read from its package when it is asked for. */
export function* fontsOf(face: Face): Generator<PaperFont> {
  for (const { package: folder, subset, weights } of STACKS[face]) {
    yield fontOf(folder, subset, weights[face])
  }
}

export function fontOf(folder: string, subset: string, weight: number): PaperFont {
  const name = `${folder}-${subset}-${weight}-normal`
  const font = loaded.get(name) ?? load(name, import.meta.resolve(`@fontsource/${folder}/files/${name}.woff`))
  loaded.set(name, font)
  return font
}

function load(name: string, url: string): PaperFont {
  const tables = tablesOf(readFileSync(fileURLToPath(url)))
  const face = new harfbuzz.Face(new harfbuzz.Blob(fontFile(tables)))
  const font = new harfbuzz.Font(face)
  const characters = new Set(face.collectUnicodes())
  return {
    name,
    tables,
    unitsPerEm: face.upem,
    has: (codePoint) => characters.has(codePoint),
    outline: (glyph) => font.glyphToPath(glyph),
    shape(text, isRightToLeft = false) {
      buffer.reset()
      buffer.addText(text)
      buffer.guessSegmentProperties()
      buffer.setDirection(isRightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
      harfbuzz.shape(font, buffer)
      const positions = buffer.getGlyphPositions()
      return buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
        const { xAdvance, xOffset, yOffset } = positions[index]!
        return { id: codepoint, cluster, advance: xAdvance, x: xOffset, y: yOffset }
      })
    },
  }
}
