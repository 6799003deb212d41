import { LINES, type Line } from '#contract/line.ts'
import { KINDS } from '#web/items/kinds.ts'
import { fieldsOf, finiteFrom, textFrom } from '#web/stored.ts'
import type { Sound } from './sound.ts'

const SLUG = /^[a-z0-9-]{1,120}$/

/** Reads a stored sound, perhaps from an older release; null when it can't be played. */
export function soundFrom(value: unknown): Sound | null {
  const given = fieldsOf(value)
  const id = finiteFrom(given.id)
  const previewUrl = media(given.previewUrl) ?? media(given.audioUrl)
  const title = textFrom(given.title)
  const trackId = finiteFrom(given.trackId)
  const slug = textFrom(given.slug)
  const seconds = finiteFrom(given.durationInSeconds)
  if (id === null || title === null || previewUrl === null) return null
  return {
    id,
    kind: KINDS.find((kind) => kind === given.kind) ?? 'BEAT',
    slug: slug !== null && SLUG.test(slug) ? slug : null,
    title,
    artistName: textFrom(given.artistName) ?? '',
    coverUrl: media(given.coverUrl) ?? media(given.albumCoverUrl),
    previewUrl,
    durationInSeconds: seconds !== null && seconds >= 0 ? seconds : null,
    style: styleFrom(given.style),
    ...(trackId !== null && { trackId }),
  }
}

function styleFrom(value: unknown): Sound['style'] {
  const { line, code } = fieldsOf(value)
  const known = LINES.find((other): other is Line => other === line)
  return known && typeof code === 'string' ? { line: known, code } : null
}

/** Accepts only addresses below /media/ of this site, after the browser has resolved dots and backslashes. */
function media(value: unknown) {
  const url = textFrom(value)
  const isOurs = url?.startsWith('/media/') && new URL(url, 'http://here.invalid').pathname.startsWith('/media/')
  return isOurs ? url : null
}
