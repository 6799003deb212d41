import { paths } from '#web/paths.ts'
import type { SoundListRow } from './sound-list.tsx'
import type { Sound } from './sound.ts'

export const rowOf = ({
  kind,
  slug,
  style,
  previewUrl,
  title,
  artistName,
  coverUrl,
  durationInSeconds,
  similar,
}: Sound): SoundListRow => ({
  key: previewUrl,
  title,
  artistName,
  coverUrl,
  durationInSeconds,
  line: style?.line,
  code: style?.code,
  ...(similar && { similar }),
  ...(slug !== null && { to: paths.item({ kind, slug }) }),
})
