import { fontFile, type FontTables } from './woff.ts'

/** The tables that a font inside a PDF needs. It names glyphs by number, so it needs no characters. */
const KEPT = ['cvt ', 'fpgm', 'head', 'hhea', 'hmtx', 'maxp', 'prep']

/** A font file with the outlines of these glyphs only. Glyphs keep their numbers. */
export function subsetOf(tables: FontTables, glyphs: Iterable<number>): Buffer {
  const glyf = tables.get('glyf')!
  const placeOf = places(tables)
  const kept = withParts(glyf, placeOf, glyphs)
  const count = tables.get('maxp')!.readUInt16BE(4)
  const loca = Buffer.alloc((count + 1) * 4)
  const outlines: Buffer[] = []
  let end = 0
  for (let glyph = 0; glyph < count; glyph++) {
    if (kept.has(glyph)) {
      const outline = glyf.subarray(...placeOf(glyph))
      outlines.push(outline, Buffer.alloc(-outline.length & 3))
      end += (outline.length + 3) & ~3
    }
    loca.writeUInt32BE(end, (glyph + 1) * 4)
  }
  const head = Buffer.from(tables.get('head')!)
  head.writeUInt16BE(1, 50) // long places
  const rest = KEPT.flatMap((tag) => (tables.has(tag) ? [[tag, tables.get(tag)!] as const] : []))
  return fontFile(new Map([...rest, ['head', head], ['glyf', Buffer.concat(outlines)], ['loca', loca]]))
}

/** Where the outline of a glyph begins and ends. */
function places(tables: FontTables) {
  const loca = tables.get('loca')!
  const isLong = tables.get('head')!.readUInt16BE(50) === 1
  const at = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2)
  return (glyph: number): [number, number] => [at(glyph), at(glyph + 1)]
}

/** Glyph 0 and the given ones, with those that they are composed of. */
function withParts(glyf: Buffer, placeOf: ReturnType<typeof places>, glyphs: Iterable<number>) {
  const kept = new Set<number>()
  const open = [0, ...glyphs]
  for (let glyph = open.pop(); glyph !== undefined; glyph = open.pop()) {
    if (kept.has(glyph)) continue
    kept.add(glyph)
    open.push(...partsOf(glyf.subarray(...placeOf(glyph))))
  }
  return kept
}

const WORDS = 1
const SCALE = 8
const MORE = 32
const TWO_SCALES = 64
const MATRIX = 128

/** The glyphs that a composed glyph consists of. */
function partsOf(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return []
  const parts: number[] = []
  let at = 10
  let flags
  do {
    flags = outline.readUInt16BE(at)
    parts.push(outline.readUInt16BE(at + 2))
    at += 4 + (flags & WORDS ? 4 : 2) + (flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0)
  } while (flags & MORE)
  return parts
}
