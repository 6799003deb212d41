import type { Submission } from '#contract/submission.ts'
import { call } from '#web/api/call.ts'
import { useStateOf } from '#web/player/item-play-button.tsx'
import { toggle } from '#web/player/player.ts'
import type { Sound } from '#web/player/sound.ts'
import { PlayButton } from '#web/ui/play-button.tsx'
import { PlaySigned } from './play-signed.tsx'

export const soundFacts = ({ id, kind, title, artistName, coverUrl, durationSec, style }: Submission) => ({
  id,
  kind,
  slug: null, // it has no public page yet
  title,
  artistName,
  coverUrl,
  durationInSeconds: durationSec,
  style: style && { line: style.line, code: style.code },
})

/** A beat's present master, or the new one that waits for the review, for `PlaySigned`. */
export const masterOf = (row: Submission, master: 'present' | 'new') => ({
  sound: { ...soundFacts(row), master },
  ask: () =>
    call('GET /admin/beats/:id/master-url', {
      params: { id: row.id },
      query: master === 'new' ? { proposed: 'true' } : {},
    }),
})

/** Plays the master of a beat that is reviewed, or the preview of a pack or kit. */
export function PlayMaster({ row, onPlay }: { row: Submission; onPlay: () => void }) {
  const { id, kind, previewUrl } = row
  if (kind === 'BEAT') return <PlaySigned {...masterOf(row, row.proposal?.audio ? 'new' : 'present')} onPlay={onPlay} />
  const askPreview = () => call('GET /admin/submissions/:id/preview-url', { params: { id } })
  return previewUrl && <PlaySigned sound={soundFacts(row)} ask={askPreview} onPlay={onPlay} />
}

/** Plays the public preview of an item on sale. */
export const PlayPreview = ({ sound, name }: { sound: Sound; name: string }) => (
  <PlayButton name={name} state={useStateOf(sound)} onClick={() => toggle([sound], sound)} />
)
