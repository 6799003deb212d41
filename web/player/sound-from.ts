import { LINES, type Line } from '#contract/line.ts'
import { KINDS } from '#web/items/kinds.ts'
import { fieldsOf, finiteFrom, idFrom, textFrom } from '#web/stored.ts'
import type { Owned, Sound } from './sound.ts'

const SLUG = /^[a-z0-9-]{1,120}$/

/** Reads a stored sound, perhaps from an older release; null when it can't be played. */
export function soundFrom(value: unknown): Sound | null {
  const given = fieldsOf(value)
  const id = finiteFrom(given.id)
  const owned = ownedFrom(given.owned)
  const previewUrl =
    media(given.previewUrl) ?? media(given.audioUrl) ?? (owned && below('/files/purchasedSound/', given.previewUrl))
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
    ...(given.similar === true && { similar: true as const }),
    ...(owned && { owned }),
  }
}

/** The address of a bought sound expires; the player asks for another by its purchase. */
function ownedFrom(value: unknown): Owned | null {
  const { purchaseId, key } = fieldsOf(value)
  const id = idFrom(purchaseId)
  const track = textFrom(key)
  return id === null ? null : { purchaseId: id, ...(track !== null && { key: track }) }
}

function styleFrom(value: unknown): Sound['style'] {
  const { line, code } = fieldsOf(value)
  const known = LINES.find((other): other is Line => other === line)
  return known && typeof code === 'string' ? { line: known, code } : null
}

const media = (value: unknown) => below('/media/', value)

/** Accepts only addresses below a path of this site, after the browser has resolved dots and backslashes. */
function below(path: '/media/' | '/files/purchasedSound/', value: unknown) {
  const url = textFrom(value)
  const isOurs = url?.startsWith(path) && new URL(url, 'http://here.invalid').pathname.startsWith(path)
  return isOurs ? url : null
}
