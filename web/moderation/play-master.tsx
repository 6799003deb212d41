import { useState } from 'react'
import type { Submission } from '#contract/moderation.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { useStateOf } from '#web/player/item-play-button.tsx'
import { toggle } from '#web/player/player.ts'
import type { Sound } from '#web/player/sound.ts'
import { PlayButton } from '#web/ui/play-button.tsx'

const soundOf = (row: Submission, previewUrl: string): Sound => ({
  id: row.id,
  kind: row.kind,
  slug: null, // it has no public page yet
  title: row.title,
  artistName: row.artistName,
  coverUrl: row.coverUrl,
  previewUrl,
  durationInSeconds: row.durationSec,
  style: row.style && { line: row.style.line, code: row.style.code },
})

/** Plays the master of a beat, or the preview of a pack or kit. */
export function PlayMaster({ row, onPlay }: { row: Submission; onPlay: () => void }) {
  const [url, setUrl] = useState(row.kind === 'BEAT' ? null : row.previewUrl)
  const state = useStateOf(url === null ? null : { id: row.id, previewUrl: url })
  const master = useAction({
    send: () => call('GET /admin/beats/:id/master-url', { params: { id: row.id } }),
    failure: 'Couldn’t load the master.',
  })
  if (row.kind !== 'BEAT' && !row.previewUrl) return null
  async function press() {
    onPlay()
    if (url !== null && (row.kind !== 'BEAT' || state !== 'paused'))
      return toggle([soundOf(row, url)], soundOf(row, url))
    const outcome = await master.run(undefined) // the address lives ten minutes, so each start asks for one
    if (!outcome.done) return
    setUrl(outcome.result.url)
    const sound = soundOf(row, outcome.result.url)
    toggle([sound], sound)
  }
  return <PlayButton name={row.title} state={master.pending ? 'loading' : state} onClick={() => void press()} />
}
