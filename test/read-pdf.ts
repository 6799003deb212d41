import { inflateSync } from 'node:zlib'

/** Reads a document as a viewer does: by its table of places, its tags and the characters of its fonts. */
export function readPdf(bytes: Uint8Array) {
  const file = Buffer.from(bytes).toString('latin1')
  const places = placesOf(file)
  const objectAt = (number: number) => {
    const start = places[number]!
    if (!file.startsWith(`${number} 0 obj\n`, start)) throw new Error(`Object ${number} is not at its place.`)
    return file.slice(start + `${number} 0 obj\n`.length, file.indexOf('\nendobj', start))
  }
  const follow = (dictionary: string, key: string) => objectAt(numberIn(dictionary, key))
  const streamOf = (object: string) => {
    const start = object.indexOf('stream\n') + 7
    const size = numberIn(object, 'Length')
    return inflateSync(Buffer.from(object.slice(start, start + size), 'latin1')).toString('latin1')
  }

  const trailer = file.slice(file.lastIndexOf('trailer'))
  const catalog = follow(trailer, 'Root')
  const pages = listIn(follow(catalog, 'Pages'), 'Kids').map((number) => ({ number, object: objectAt(number) }))
  const fonts = new Map<string, ReturnType<typeof fontOf>>()
  const fontOf = (object: string) => {
    const descendant = objectAt(listIn(object, 'DescendantFonts')[0]!)
    const descriptor = follow(descendant, 'FontDescriptor')
    const program = Buffer.from(streamOf(follow(descriptor, 'FontFile2')), 'latin1')
    return {
      name: /\/BaseFont \/(\S+)/.exec(object)![1]!,
      isEmbedded: program.readUInt32BE(0) === 0x00010000 && program.includes('glyf'),
      characters: charactersOf(streamOf(follow(object, 'ToUnicode'))),
    }
  }
  for (const [, name, number] of follow(pages[0]!.object, 'Resources').matchAll(/\/(F\d+) (\d+) 0 R/g))
    fonts.set(name!, fontOf(objectAt(Number(number))))

  const contents = new Map<string, string>()
  const untagged: string[] = []
  for (const { number, object } of pages) {
    const read = readContent(streamOf(follow(object, 'Contents')), (font, codes) =>
      codes.map((code) => fonts.get(font)!.characters.get(code) ?? '\ufffd').join(''),
    )
    untagged.push(...read.untagged)
    for (const [id, text] of read.tagged) contents.set(`${number} ${id}`, text)
  }

  const tags: string[] = []
  const alternatives: string[] = []
  const lines: string[] = []
  const walk = (number: number) => {
    const object = objectAt(number)
    tags.push(/\/S \/(\w+)/.exec(object)![1]!)
    const alternative = /\/Alt <FEFF([0-9A-F]*)>/.exec(object)
    if (alternative) alternatives.push(utf16(alternative[1]!))
    const kids = /\/K \[(.*?)\](?: \/| >>)/s.exec(object)?.[1] ?? ''
    const found = /<< \/Type \/MCR \/Pg (\d+) 0 R \/MCID (\d+) >>|<< \/Type \/OBJR [^>]*>>|(\d+) 0 R/g
    for (const [, page, content, kid] of kids.matchAll(found)) {
      if (kid) walk(Number(kid))
      else if (content) lines.push(contents.get(`${page} ${content}`)!)
    }
  }
  walk(listIn(follow(catalog, 'StructTreeRoot'), 'K')[0]!)

  return {
    size: bytes.length,
    pages: pages.length,
    /** The text in the order of the tags. Lines of a paragraph are joined by spaces. */
    text: lines.join(' '),
    tags,
    alternatives,
    /** Texts that are neither tagged nor marked as decoration. */
    untagged,
    fonts: [...fonts.values()],
    language: /\/Lang \(([\w-]+)\)/.exec(catalog)?.[1],
    isMarked: catalog.includes('/MarkInfo << /Marked true >>'),
    showsTitle: catalog.includes('/DisplayDocTitle true'),
    info: { title: utf16(/\/Title <FEFF([0-9A-F]+)>/.exec(follow(trailer, 'Info'))![1]!) },
  }
}

function placesOf(file: string) {
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)![1])
  const [, count] = /^xref\n0 (\d+)\n/.exec(file.slice(start, start + 30))!
  const table = file.indexOf('0000000000 65535 f', start)
  return Array.from({ length: Number(count) }, (_, index) =>
    Number(file.slice(table + index * 20, table + index * 20 + 10)),
  )
}

const numberIn = (dictionary: string, key: string) => Number(new RegExp(`/${key} (\\d+)`).exec(dictionary)![1])
const listIn = (dictionary: string, key: string) =>
  [...new RegExp(`/${key} \\[([^\\]]*)\\]`).exec(dictionary)![1]!.matchAll(/(\d+) 0 R/g)].map(([, number]) =>
    Number(number),
  )
const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

const charactersOf = (map: string) =>
  new Map([...map.matchAll(/^<([0-9A-F]{4})> <([0-9a-f]*)>$/gm)].map(([, code, hex]) => [code!, utf16(hex!)]))

/** The texts of a page by the numbers of their content. What stands for a drawing counts instead of its glyphs. */
function readContent(content: string, decode: (font: string, codes: string[]) => string) {
  const tagged = new Map<number, string>()
  const untagged: string[] = []
  const open: { id: number | null; isDecoration: boolean; actual: boolean }[] = []
  let font = ''
  const write = (text: string) => {
    const owner = open.findLast(({ id, isDecoration }) => id !== null || isDecoration)
    if (!owner) untagged.push(text)
    else if (owner.id !== null) tagged.set(owner.id, (tagged.get(owner.id) ?? '') + text)
  }
  const tokens =
    /\/Artifact BMC|\/\w+ << \/MCID (\d+) >> BDC|\/Span << \/ActualText <FEFF([0-9A-F]*)> >> BDC|EMC|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|<([0-9A-F]+)> Tj/g
  for (const [token, id, actual, name, array, single] of content.matchAll(tokens)) {
    if (token === 'EMC') open.pop()
    else if (token.endsWith('BMC')) open.push({ id: null, isDecoration: true, actual: false })
    else if (id !== undefined) {
      open.push({ id: Number(id), isDecoration: false, actual: false })
      tagged.set(Number(id), '')
    } else if (actual !== undefined) {
      write(utf16(actual))
      open.push({ id: null, isDecoration: false, actual: true })
    } else if (name) font = name
    else if (!open.some((one) => one.actual))
      write(
        decode(
          font,
          [...(array ?? `<${single}>`).matchAll(/<([0-9A-F]+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!),
        ),
      )
  }
  return { tagged, untagged }
}
