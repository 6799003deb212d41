import { LINES, type Line } from '#contract/line.ts'
import { KINDS } from '#web/items/kinds.ts'
import type { Sound } from './sound.ts'

const SLUG = /^[a-z0-9-]{1,120}$/

/** What another page, an older release or a hand wrote down; null when it can't be played. */
export function soundFrom(value: unknown): Sound | null {
  const given = (value ?? {}) as Record<string, unknown>
  const id = finite(given.id)
  const previewUrl = media(given.previewUrl) ?? media(given.audioUrl)
  const title = text(given.title)
  const trackId = finite(given.trackId)
  const slug = text(given.slug)
  const seconds = finite(given.durationInSeconds)
  if (id === null || title === null || previewUrl === null) return null
  return {
    id,
    kind: KINDS.find((kind) => kind === given.kind) ?? 'BEAT',
    slug: slug !== null && SLUG.test(slug) ? slug : null,
    title,
    artistName: text(given.artistName) ?? '',
    coverUrl: media(given.coverUrl) ?? media(given.albumCoverUrl),
    previewUrl,
    durationInSeconds: seconds !== null && seconds >= 0 ? seconds : null,
    style: styleFrom(given.style),
    ...(trackId !== null && { trackId }),
  }
}

function styleFrom(value: unknown): Sound['style'] {
  const { line, code } = (value ?? {}) as Record<string, unknown>
  const known = LINES.find((other): other is Line => other === line)
  return known && typeof code === 'string' ? { line: known, code } : null
}

/** JSON knows numbers that are too large to be any. */
export const finite = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** Of our own shop, as a browser reads the address: dots and backslashes included. */
function media(value: unknown) {
  const url = text(value)
  const isOurs = url?.startsWith('/media/') && new URL(url, 'http://here.invalid').pathname.startsWith('/media/')
  return isOurs ? url : null
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)
