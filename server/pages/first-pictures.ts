import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Page } from '#contract/page.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import type { Head } from './document.ts'

const PRELOADS = /^(?:<link rel="preload" as="image"[^>]*>)*/
const FIRST = /imageSrcSet="([^"]*)" imageSizes="(?:[^"]*, )?(\d+)(px|vw)"/
const BANNER = /^<link rel="preload" as="image" href="([^"]*)"/
const SIZES = /\/media\/((?:[\w-]+\/)+)([\w-]+\.webp) (\d+)w/g
const PHONE = 412
const MOST_BYTES = 8_192
const MOST_KEPT = 500
/** A page does not wait longer for a storage that gives no answer. */
const PATIENCE = 500

const url = (data: string) => `url(data:image/webp;base64,${data})`

type Shown = Exclude<Page, { kind: 'redirect' | 'frame' }>

/**
 * Brings a page's first pictures forward. React renders preload links before the markup; in the head they make the
 * browser load the pictures before the scripts. The very first picture is put into the page, in the size that a phone
 * shows: on a slow line a second request takes longer than the whole page. If a picture cannot be read, it is loaded
 * separately like the others.
 */
export function firstPictures(
  storage: FileStorage,
  log: Pick<FastifyBaseLogger, 'error'>,
  smallOf: (path: string) => string | undefined,
) {
  const kept = new Map<string, Promise<string>>()

  function dataOf(key: string) {
    const data = kept.get(key) ?? inTime(read(storage, key))
    kept.delete(key)
    kept.set(key, data)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    return data.catch((err: unknown) => {
      kept.delete(key)
      log.error({ err, key }, 'the first picture of a page can not be read')
      return ''
    })
  }

  /** A banner is too large for the page. It contains a small form of it, until the banner has come. */
  async function bannerStyle(path: string) {
    const key = smallOf(path)
    const data = key && (await dataOf(key))
    const image = `img[src="${path}"]`
    return (
      data &&
      `${image}{background:${url(data)} 100% 100%/cover}@media(width>=48rem){${image}{background-position:50% 100%}}`
    )
  }

  async function styleOf(tags: string) {
    const banner = BANNER.exec(tags)?.[1]
    const small = banner === undefined ? '' : await bannerStyle(banner)
    if (small) return small
    const [, sources = '', size = '', unit] = FIRST.exec(tags) ?? []
    const width = unit === 'vw' ? (Number(size) / 100) * PHONE : Number(size)
    const fitting = [...sources.matchAll(SIZES)].find((source) => Number(source[3]) >= width)
    const [, folder = '', file = ''] = fitting ?? []
    const data = fitting && (await dataOf(folder + file))
    return data && `img[src^="/media/${folder}"]{background:${url(data)} 50%/cover}`
  }

  return async (page: Shown, head: Head): Promise<{ page: Shown; head: Head }> => {
    const [tags] = page.kind === 'page' ? PRELOADS.exec(page.html)! : ['']
    if (page.kind !== 'page' || !tags) return { page, head }
    const style = await styleOf(tags)
    return {
      page: { ...page, html: page.html.slice(tags.length) },
      head: { ...head, tags: tags + head.tags, styles: style ? [...head.styles, style] : head.styles },
    }
  }
}

async function inTime<Data>(work: Promise<Data>) {
  const done = new AbortController()
  const late = sleep(PATIENCE, null, { signal: done.signal }).then(() => {
    throw new Error('The storage gave no answer in time')
  })
  return Promise.race([work, late]).finally(() => done.abort())
}

async function read(storage: FileStorage, key: string) {
  const file = await storage.open(key)
  if (!file) return ''
  if (file.size <= MOST_BYTES) return (await buffer(file.stream)).toString('base64')
  file.stream.destroy()
  return ''
}
