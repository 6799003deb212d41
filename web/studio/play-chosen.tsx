import { useEffect, useState } from 'react'
import { useStateOf } from '#web/player/item-play-button.tsx'
import { pause, soundNow, toggle, usePlayer } from '#web/player/player.ts'
import { PlayButton } from '#web/ui/play-button.tsx'

/** It belongs to no item yet. */
const NO_ITEM = 0

type Props = { file: File; seconds: number | undefined }

/** Plays a chosen file from the disk, before it is sent. It ends with its form. */
export function PlayChosen({ file, seconds }: Props) {
  const [url, setUrl] = useState('')
  useEffect(() => () => forget(url), [url])
  const soundAt = (previewUrl: string) => ({
    id: NO_ITEM,
    kind: 'BEAT' as const,
    slug: null,
    title: file.name,
    artistName: 'Your file',
    coverUrl: null,
    previewUrl,
    durationInSeconds: seconds ?? null,
    style: null,
  })
  function press() {
    const address = url || URL.createObjectURL(file)
    setUrl(address)
    toggle([soundAt(address)], soundAt(address))
  }
  return <PlayButton name={file.name} state={useStateOf(soundAt(url))} onClick={press} />
}

function forget(url: string) {
  if (!url) return
  if (soundNow(usePlayer.getState())?.previewUrl === url) pause()
  URL.revokeObjectURL(url)
}
