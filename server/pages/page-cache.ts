import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompressSync } from 'node:zlib'

export type Coding = 'zstd' | 'br' | 'gzip' | 'plain'
export type Packed = {
  status: number
  policy: string
  /** Other sites may show it in a frame. */
  framable?: true
  bytes: (coding: Coding) => Promise<Buffer> | Buffer
  /** The bytes in memory of all its forms. */
  size: number
}
/** An incomplete page goes only to the visitors who are waiting for it; it is not kept. */
export type Cached = (Packed & { partial?: boolean }) | { status: 301 | 302; to: string }

export function acceptedCoding(headers: IncomingHttpHeaders): Coding {
  const accepted = String(headers['accept-encoding'] ?? '')
  if (/\bzstd\b/.test(accepted)) return 'zstd'
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'plain'
}

// A page has some 200 KB: preparing the default window of 4 MB would cost more than the page.
const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 17 },
}
const others = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Compresses for today's browsers at once, and for others when one asks. */
export function pack(html: string, status: number, policy: string): Packed {
  const plain = Buffer.from(html)
  const zstd = zstdCompressSync(plain) // handing it to another thread and back takes longer
  const made: Partial<Record<Coding, Promise<Buffer>>> = {}
  return {
    status,
    policy,
    size: plain.length + 3 * zstd.length,
    bytes(coding) {
      if (coding === 'plain') return plain
      if (coding === 'zstd') return zstd
      return (made[coding] ??= coding === 'br' ? others.br(plain, brotli) : others.gzip(plain))
    },
  }
}

type Limits = { keepMs: number; mostPages: number; mostBytes: number }
type Entry = { until: number; page: Promise<Cached>; size: number }

/**
 * Keeps compressed pages by address for a moment. When many visitors ask at once, one request renders and the others
 * wait for it. Bytes and number of pages are bounded: the oldest go first.
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
  function keep(key: string, page: Promise<Cached>) {
    const entry: Entry = { until: Date.now() + keepMs, page, size: 0 }
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
    page.then(weigh, drop)
  }
  return {
    async get(key: string, make: () => Promise<Cached>) {
      const hit = pages.get(key)
      if (hit && hit.until > Date.now()) return hit.page
      const page = make()
      if (keepMs > 0) keep(key, page)
      return page
    },
  }
}
