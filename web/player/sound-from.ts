import type { Kind } from '#contract/item.ts'
import { LINES, type Line } from '#contract/line.ts'
import type { Sound } from './sound.ts'

const KINDS: readonly Kind[] = ['BEAT', 'PACK', 'KIT']

/** What another page, an older release or a hand wrote down; null when it can't be played. */
export function soundFrom(value: unknown): Sound | null {
  const given = (value ?? {}) as Record<string, unknown>
  const previewUrl = text(given.previewUrl) ?? text(given.audioUrl)
  const title = text(given.title)
  if (typeof given.id !== 'number' || title === null || !previewUrl?.startsWith('/media/')) return null
  return {
    id: given.id,
    kind: KINDS.find((kind) => kind === given.kind) ?? 'BEAT',
    slug: text(given.slug),
    title,
    artistName: text(given.artistName) ?? '',
    coverUrl: text(given.coverUrl) ?? text(given.albumCoverUrl),
    previewUrl,
    durationInSeconds: typeof given.durationInSeconds === 'number' ? given.durationInSeconds : null,
    style: styleFrom(given.style),
    ...(given.isTrack === true && { isTrack: true }),
  }
}

function styleFrom(value: unknown): Sound['style'] {
  const { line, code } = (value ?? {}) as Record<string, unknown>
  const known = LINES.find((other): other is Line => other === line)
  return known && typeof code === 'string' ? { line: known, code } : null
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)
