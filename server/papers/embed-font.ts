import { createHash } from 'node:crypto'
import type { PaperFont } from './fonts.ts'
import { pdfNumber, type PdfFile, type Ref } from './pdf-file.ts'
import { subsetOf } from './subset.ts'

/** The drawn glyphs of a font, each with the characters that it stands for. */
export type UsedGlyphs = Map<number, string>

/** Puts the drawn glyphs of a font into the file, with the characters that they stand for: so texts can be copied. */
export function embedFont(file: PdfFile, font: PaperFont, used: UsedGlyphs): Ref {
  const glyphs = [...used.keys()].toSorted((one, other) => one - other)
  const { tables, unitsPerEm } = font
  const [head, hhea] = [tables.get('head')!, tables.get('hhea')!]
  const scaled = (units: number) => pdfNumber((units * 1000) / unitsPerEm)
  const name = `${tagOf(font.name, glyphs)}+${font.name}`
  const bytes = subsetOf(tables, glyphs)
  const box = [36, 38, 40, 42].map((at) => scaled(head.readInt16BE(at))).join(' ')
  const [ascent, descent] = [scaled(hhea.readInt16BE(4)), scaled(hhea.readInt16BE(6))]
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${box}] /ItalicAngle 0 /Ascent ${ascent} ` +
      `/Descent ${descent} /CapHeight ${ascent} /StemV 80 /FontFile2 ${file.stream(bytes, `/Length1 ${bytes.length} `)} >>`,
  )
  const widths = glyphs.map((glyph) => `${glyph} [${scaled(widthOf(font, glyph))}]`).join(' ')
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDToGIDMap /Identity /DW 0 /W [${widths}] ` +
      `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} >>`,
  )
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant}] ` +
      `/ToUnicode ${file.stream(charactersOf(used, glyphs))} >>`,
  )
}

/** The advance of a glyph by itself, in units of the font. The last measure stands for all glyphs behind it. */
export function widthOf({ tables }: PaperFont, glyph: number) {
  const measures = tables.get('hhea')!.readUInt16BE(34)
  return tables.get('hmtx')!.readUInt16BE(Math.min(glyph, measures - 1) * 4)
}

/** Six letters for each choice of glyphs, as PDF asks for parts of fonts. */
const tagOf = (name: string, glyphs: number[]) =>
  Array.from(createHash('sha256').update(`${name} ${glyphs.join()}`).digest().subarray(0, 6), (byte) =>
    String.fromCharCode(65 + (byte % 26)),
  ).join('')

const AT_ONCE = 100 // the most that a block may have

function charactersOf(used: UsedGlyphs, glyphs: number[]) {
  const utf16 = (text: string) => Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex')
  const named = glyphs.map((glyph) => `<${hex(glyph)}> <${utf16(used.get(glyph)!)}>`)
  const blocks = Array.from({ length: Math.ceil(named.length / AT_ONCE) }, (_, block) => {
    const some = named.slice(block * AT_ONCE, (block + 1) * AT_ONCE)
    return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar\n`
  })
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('')}endcmap
CMapName currentdict /CMap defineresource pop
end
end
`
}

export const hex = (glyph: number) => glyph.toString(16).toUpperCase().padStart(4, '0')
