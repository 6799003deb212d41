import type { EmbedData, EmbedSound } from './embed-data.ts'

export type State = 'paused' | 'loading' | 'playing' | 'failed'

/** One element plays the sounds of one item, one after the other. */
export function playerOf(audio: HTMLAudioElement, data: EmbedData, changed: () => void) {
  const { sounds } = data
  let index = 0
  let refreshed = false
  const player = {
    state: 'paused' as State,
    sound: () => sounds[index]!,
    length: () => audio.duration || sounds[index]!.seconds || 0,
    play() {
      set('loading')
      if (!audio.src) audio.src = player.sound().url
      else if (audio.error) audio.load()
      audio.play().catch(({ name }: DOMException) => name === 'NotAllowedError' && set('paused'))
    },
    pause: () => {
      audio.pause()
      if (audio.error && player.state === 'loading') set('paused') // its address is being fetched again
    },
    toggle: () => (['playing', 'loading'].includes(player.state) ? player.pause() : player.play()),
    next: () => start((index + 1) % sounds.length),
    seek(seconds: number) {
      if (!audio.src) audio.src = player.sound().url
      audio.currentTime = Math.min(Math.max(0, seconds), player.length())
    },
  }

  function set(state: State) {
    player.state = state
    changed()
  }
  function choose(at: number) {
    index = at
    refreshed = false
    audio.src = player.sound().url
  }
  function start(at: number) {
    choose(at)
    player.play()
  }
  /** A preview may have moved: its address is fetched again once. Then the next sound is tried; after the last one playback stops. */
  async function mend() {
    const failed = player.sound()
    const url = refreshed ? null : await freshUrl(data, failed).catch(() => null)
    const wanted = player.state !== 'paused'
    if (player.sound() !== failed) return
    refreshed = true
    if (url) audio.src = url
    else if (!wanted || index + 1 >= sounds.length) return set('failed')
    else choose(index + 1)
    if (wanted) player.play()
  }

  audio.addEventListener('playing', () => set('playing'))
  audio.addEventListener('waiting', () => !audio.paused && set('loading'))
  audio.addEventListener('pause', () => !audio.ended && !audio.error && set('paused'))
  audio.addEventListener('error', () => void mend())
  audio.addEventListener('ended', () => {
    if (index + 1 < sounds.length) return player.next()
    if (index > 0) choose(0)
    set('paused')
  })
  return player
}
export type Player = ReturnType<typeof playerOf>

async function freshUrl({ kinds, id }: EmbedData, sound: EmbedSound) {
  const ask = async (what: string) => (await fetch(`/api/${kinds}/${id}/${what}`)).json() as Promise<unknown>
  if (!sound.track) return ((await ask('preview-url')) as { url?: string }).url
  const tracks = (await ask('preview-playlist')) as { id: number; previewUrl: string }[]
  return tracks.find((track) => track.id === sound.id)?.previewUrl
}
