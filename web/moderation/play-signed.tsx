import { useState } from 'react'
import type { Wave } from '#contract/item.ts'
import { useAction } from '#web/api/use-action.ts'
import { useStateOf } from '#web/player/item-play-button.tsx'
import { toggle, toggleCurrent } from '#web/player/player.ts'
import type { Sound } from '#web/player/sound.ts'
import { PlayButton } from '#web/ui/play-button.tsx'

type Props = {
  sound: Omit<Sound, 'previewUrl'>
  /** Asks for the signed address. It lives ten minutes, so each start asks for one. */
  ask: () => Promise<{ url: string; wave?: Wave | null }>
  onPlay?: () => void
}

/** Plays a file that is not public. */
export function PlaySigned({ sound, ask, onPlay }: Props) {
  const [url, setUrl] = useState<string | null>(null)
  const state = useStateOf(url === null ? null : { id: sound.id, previewUrl: url })
  const address = useAction({ send: ask, failure: 'Couldn’t load the sound.' })
  async function press() {
    onPlay?.()
    if (url !== null && state !== 'paused') return toggleCurrent()
    const outcome = await address.run(undefined)
    if (!outcome.done) return
    setUrl(outcome.result.url)
    const { url: previewUrl, wave } = outcome.result
    const one = { ...sound, previewUrl, ...(wave && { wave }) }
    toggle([one], one)
  }
  return <PlayButton name={sound.title} state={address.pending ? 'loading' : state} onClick={() => void press()} />
}
