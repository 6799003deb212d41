import { transcode } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { isDatabaseAway } from '#server/db/away.ts'

export type Coding = 'zstd' | 'br' | 'gzip'
type Sent = { coding: Coding | null; bytes: Buffer }
export type Packed = {
  status: number
  policy: string
  /** Other sites may show the page in a frame. */
  framable?: true
  /** The page in one of the codings that the visitor takes, or plain. */
  as: (accepted: ReadonlySet<Coding>) => Promise<Sent>
  /** The size in memory of all its forms, in bytes. */
  size: number
}
/** A page with a failed part goes only to the visitors who are waiting for it. */
export type Cached = (Packed & { partial?: boolean }) | { status: 301 | 302; to: string }

/** The codings that the visitor takes. A weight of 0 refuses a coding; other weights don't matter here. */
export function acceptedCodings(headers: IncomingHttpHeaders): Set<Coding> {
  const accepted = new Set<string>()
  for (const entry of String(headers['accept-encoding'] ?? '').split(',')) {
    const [name = '', ...parameters] = entry.toLowerCase().split(';')
    if (!parameters.some((parameter) => REFUSED.test(parameter))) accepted.add(name.trim())
  }
  return new Set((['zstd', 'br', 'gzip'] as const).filter((coding) => accepted.has(coding)))
}
const REFUSED = /^\s*q\s*=\s*0(?:\.0*)?\s*$/

// A page has 200 to 350 KB, packed less than 64. Preparing the default windows would take as long as compressing it.
const zstd = { params: { [constants.ZSTD_c_windowLog]: 19 }, chunkSize: 65_536 }
const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 17 },
}
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Compresses at once for current browsers, and for others when one asks. A page that is asked for again is worth brotli
 * for all: it is a tenth smaller and takes five times as long, on another thread. The plain page, ten times as large, is
 * not kept.
 */
export function pack(html: string, status: number, policy: string): Packed {
  const packed = zstdCompressSync(bytesOf(html), zstd) // a synchronous call is faster than another thread and back
  const plain = () => zstdDecompressSync(packed)
  let asked = 0
  let gzipped: Promise<Buffer> | undefined
  let making: Promise<Buffer> | undefined
  let smallest: Buffer | undefined
  const inBrotli = () => (making ??= toBrotli(plain(), brotli).then((bytes) => (smallest = bytes)))
  return {
    status,
    policy,
    size: 3 * packed.length,
    async as(accepted) {
      if (accepted.has('br') && (smallest || !accepted.has('zstd'))) return { coding: 'br', bytes: await inBrotli() }
      if (accepted.has('zstd')) {
        if (accepted.has('br') && asked++ > 0) inBrotli().catch(() => (making = undefined))
        return { coding: 'zstd', bytes: packed }
      }
      if (accepted.has('gzip')) return { coding: 'gzip', bytes: await (gzipped ??= toGzip(plain())) }
      return { coding: null, bytes: plain() }
    },
  }
}

let room = Buffer.alloc(1024 * 1024)

/**
 * Goes by way of UTF-16, as the page stands in memory: that takes half of the time of other ways, which read it character
 * by character. The room is used for each page, so that none needs new memory for its UTF-16.
 */
function bytesOf(html: string) {
  if (2 * html.length > room.length) room = Buffer.alloc(4 * html.length)
  const written = room.write(html, 'utf16le')
  try {
    return transcode(room.subarray(0, written), 'utf16le', 'utf8')
  } catch {
    return Buffer.from(html) // with half of a character, which a text that was cut may end with
  }
}

type Limits = { keepMs: number; mostPages: number; mostBytes: number }
type Entry = { made: number; page: Promise<Cached>; size: number }

/** A page that is so old is served on while the database is away. */
const OLDEST = 10 * 60_000

/**
 * Caches compressed pages by address for a short time. When many visitors ask at once, one request renders and the
 * others wait for it. The number of pages and their bytes are limited: the oldest go first. While the database is away,
 * an older page is better than none.
 */
export function createPageCache({ keepMs, mostPages, mostBytes }: Limits) {
  const pages = new Map<string, Entry>()
  let bytes = 0

  function forget(key: string) {
    bytes -= pages.get(key)?.size ?? 0
    pages.delete(key)
  }
  function forgetOldest() {
    for (const key of pages.keys()) {
      if (pages.size <= mostPages && bytes <= mostBytes) break
      forget(key)
    }
  }
  function keep(key: string, entry: Entry) {
    forget(key)
    pages.set(key, entry)
    forgetOldest()
    const isThere = () => pages.get(key) === entry
    const drop = () => isThere() && forget(key)
    function weigh(made: Cached) {
      if (!('size' in made) || made.status !== 200 || made.partial) return drop()
      if (!isThere()) return
      entry.size = made.size
      bytes += made.size
      forgetOldest()
    }
    entry.page.then(weigh, drop)
  }
  return {
    async get(key: string, make: () => Promise<Cached>) {
      const now = Date.now()
      const before = pages.get(key)
      if (before && before.made + keepMs > now) return before.page
      if (keepMs === 0) return make()
      const page = make().catch((error: unknown) => {
        if (!before || !isDatabaseAway(error) || before.made + OLDEST < now) throw error
        entry.made = before.made
        return before.page
      })
      const entry: Entry = { made: now, page, size: 0 }
      keep(key, entry)
      return page
    },
  }
}
