import '#web/embed/embed.css'
import type { EmbedData } from '#web/embed/embed-data.ts'
import { afterListening } from '#web/embed/listen.ts'
import { showPlayer } from '#web/embed/show.ts'
import { playerOf } from '#web/embed/sounds.ts'
import { seekSteps } from '#web/player/seek-steps.ts'

/** A play counts after so many seconds. */
const A_PLAY = 5

const sent = document.getElementById('data')?.textContent
if (sent) start(JSON.parse(sent) as EmbedData)

function start(data: EmbedData) {
  const audio = document.body.appendChild(document.createElement('audio'))
  audio.preload = 'none'
  const { button, slider, next, ...show } = showPlayer(audio)
  const others = otherFrames()
  const player = playerOf(audio, data, () => {
    show.state(player)
    tell()
    if (player.state === 'loading') others?.postMessage('')
    show.position(player)
  })
  const tell = () =>
    document.dispatchEvent(
      new CustomEvent('state', {
        detail: { playing: player.state === 'playing', sourceKey: data.sourceKey, trackId: player.sound().id },
      }),
    )
  const seek = (seconds: number) => {
    player.seek(seconds)
    show.position(player)
  }

  button.addEventListener('click', player.toggle)
  next?.addEventListener('click', player.next)
  slider.addEventListener('input', () => seek((slider.valueAsNumber / 1000) * player.length()))
  slider.addEventListener('keydown', (event) => {
    const step = seekSteps[event.key]
    if (!step) return
    event.preventDefault()
    seek(audio.currentTime + step)
  })
  for (const name of ['loadstart', 'loadedmetadata', 'timeupdate', 'seeked', 'pause', 'ended'])
    audio.addEventListener(name, () => show.position(player))
  if (others) others.onmessage = player.pause
  // the marketplace's own events; `play-list` is for players of more than one item
  document.addEventListener('pause', player.pause)
  document.addEventListener('resume', () => player.state === 'playing' || player.play())
  document.addEventListener('get-state', tell)
  afterListening(audio, A_PLAY, () => {
    fetch(`/api/${data.kinds}/${data.id}/play`, { method: 'POST', keepalive: true }).catch(() => {})
  })
}

/** Only one of several players on a page plays. */
function otherFrames() {
  try {
    return new BroadcastChannel('slide-embed')
  } catch {
    return null // some browsers refuse storage in frames
  }
}
