import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** A reference to an object of the file, as it is written. */
export type Ref = `${number} 0 R`

/** Writes the objects of a PDF and the table of their places. Equal objects give equal bytes. */
export function createPdfFile() {
  const objects: (Buffer | null)[] = []
  const numberOf = (ref: Ref) => Number.parseInt(ref, 10)
  const file = {
    /** A number for an object whose content comes later. */
    reserve: (): Ref => `${objects.push(null)} 0 R`,
    fill(ref: Ref, content: string | Buffer) {
      objects[numberOf(ref) - 1] = Buffer.from(content as string)
      return ref
    },
    add: (content: string | Buffer): Ref => file.fill(file.reserve(), content),
    stream(bytes: Buffer | string, entries = ''): Ref {
      const packed = deflateSync(bytes, { level: 9 })
      const head = `<< /Length ${packed.length} /Filter /FlateDecode ${entries}>>\nstream\n`
      return file.add(Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]))
    },
    bytes(root: Ref, info: Ref): Buffer {
      const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
      const places: number[] = []
      let size = parts[0]!.length
      const write = (part: Buffer) => {
        parts.push(part)
        size += part.length
      }
      for (const [index, object] of objects.entries()) {
        places.push(size)
        write(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object!, Buffer.from('\nendobj\n')]))
      }
      const id = createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 32)
      const start = size
      const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
      write(Buffer.from(`xref\n0 ${places.length + 1}\n0000000000 65535 f \n${table}`))
      const entries = `/Size ${places.length + 1} /Root ${root} /Info ${info} /ID [<${id}> <${id}>]`
      write(Buffer.from(`trailer\n<< ${entries} >>\nstartxref\n${start}\n%%EOF\n`))
      return Buffer.concat(parts)
    },
  }
  return file
}
export type PdfFile = ReturnType<typeof createPdfFile>

/** A text in any script, as UTF-16. */
export const pdfText = (text: string) =>
  `<FEFF${Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex').toUpperCase()}>`

/** Short and never in powers of ten, which a PDF does not know. */
export const pdfNumber = (value: number) => String(Number(value.toFixed(2)))
