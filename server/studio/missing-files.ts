import type { OwnLicense } from '#contract/studio-fields.ts'
import type { FileRole, ItemKind, LicenseType } from '#server/db/types.ts'

type Missing = OwnLicense['missing'][number]
type Present = { role: FileRole; mediaType: string }

/** The files that a license promises and the item does not have. The view `license_with_files` says the same to buyers. */
export function missingFor(kind: ItemKind, type: LicenseType, files: Present[], hasMp3Tracks = false): Missing[] {
  const has = (role: FileRole) => files.some((file) => file.role === role)
  const stems: Missing[] = type === 'PREMIUM' && !has('stems') ? ['STEMS'] : []
  const wav: Missing[] = kind === 'pack' && hasMp3Tracks && (type === 'WAV' || type === 'PREMIUM') ? ['WAV'] : []
  if (kind !== 'beat') return files.length ? [...wav, ...stems] : ['ARCHIVE', ...stems]
  const hasWav = files.some(({ role, mediaType }) => role === 'master' && mediaType === 'audio/wav')
  if (type === 'EXCLUSIVE') return files.length ? [] : ['MP3']
  if (type === 'MP3') return has('mp3') || has('master') ? [] : ['MP3']
  return hasWav ? stems : ['WAV', ...stems]
}
