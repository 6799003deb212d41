import { duration } from '#web/items/format.ts'
import { setSlider } from '#web/player/set-slider.ts'
import { goAlong } from '#web/ui/move-wave.ts'
import type { Player } from './sounds.ts'

const part = <E extends Element>(name: string) => document.querySelector<E>(`[data-${name}]`)

/** Updates the page from the player's state; a few times a second while it plays. */
export function showPlayer(audio: HTMLAudioElement) {
  const page = document.querySelector('main')!
  const button = part<HTMLButtonElement>('play')!
  const slider = part<HTMLInputElement>('slider')!
  const wave = document.querySelector<HTMLElement>('.wave')
  const line = part<HTMLElement>('line-played')!

  function position(player: Player) {
    const length = player.length()
    const now = audio.currentTime
    const moment = { seconds: now, length: length || 1, goesOn: player.state === 'playing' }
    for (const moved of [wave, line]) if (moved) goAlong(moved, moment)
    if (!setSlider(slider, now, length)) return
    write('elapsed', duration(now))
    write('total', duration(length || null) || '–')
  }

  function state(player: Player) {
    const { title, track } = player.sound()
    const plays = player.state === 'playing' || player.state === 'loading'
    page.dataset.state = player.state
    page.toggleAttribute('data-plain', Boolean(track) || !wave)
    button.setAttribute('aria-label', `${plays ? 'Pause' : 'Play'} ${title}`)
    button.toggleAttribute('aria-busy', player.state === 'loading')
    slider.setAttribute('aria-label', `Position in ${title}`)
    write('track', track ? ` · ${title}` : '')
    write('status', player.state === 'failed' ? 'Can’t be played right now.' : '')
  }

  return { button, slider, next: part('next'), position, state }
}

function write(name: string, text: string) {
  const place = part(name)
  if (place && place.textContent !== text) place.textContent = text
}
