import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Coding = 'br' | 'gzip' | 'plain'
export type Packed = { status: number; policy: string; bytes: (coding: Coding) => Promise<Buffer> | Buffer }
export type Cached = Packed | { status: 301 | 302; to: string }

export function acceptedCoding(headers: IncomingHttpHeaders): Coding {
  const accepted = String(headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'plain'
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compressed for the browsers of today at once, for others when one comes. */
export async function pack(html: string, status: number, policy: string): Promise<Packed> {
  const plain = Buffer.from(html)
  const br = await brotli(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  })
  let gz: Promise<Buffer> | undefined
  return {
    status,
    policy,
    bytes: (coding) => (coding === 'br' ? br : coding === 'gzip' ? (gz ??= gzipped(plain)) : plain),
  }
}

/** Compressed pages by address, each for a moment; of many who ask at once one renders and the others wait for it. */
export function createPageCache(keepMs: number, most: number) {
  const pages = new Map<string, { until: number; page: Promise<Cached> }>()

  function forgetOldest() {
    const oldest = pages.keys().next().value
    if (pages.size > most && oldest !== undefined) pages.delete(oldest)
  }
  return {
    async get(key: string, make: () => Promise<Cached>) {
      const hit = pages.get(key)
      if (hit && hit.until > Date.now()) return hit.page
      const page = make()
      if (keepMs === 0) return page
      pages.delete(key)
      pages.set(key, { until: Date.now() + keepMs, page })
      forgetOldest()
      const drop = () => pages.get(key)?.page === page && pages.delete(key)
      page.then((made) => (made.status === 200 ? undefined : drop()), drop)
      return page
    },
    clear: () => pages.clear(),
  }
}
