/** Where each part of a wave lies, in widths of it, before and after its sound. */
const PARTS = { played: -1, within: 1, playhead: -1 }

/** Sets how much of a `Wave` that runs has been played; 0 to 1. */
export function moveWave(wave: HTMLElement, progress: number) {
  for (const [part, side] of Object.entries(PARTS)) {
    const moved = wave.querySelector<HTMLElement>(`[data-${part}]`)
    if (moved) moved.style.transform = `translateX(${side * (1 - progress) * 100}%)`
  }
}

/** What the eye does not see, in milliseconds: sound and picture go by two clocks. */
const DRIFT = 80

/** Where a sound is, and whether it goes on. */
export type Moment = { seconds: number; length: number; goesOn: boolean }

type Running = { animations: Animation[]; length: number; watch: ResizeObserver }
const running = new Map<HTMLElement, Running>()

/**
 * Lets a wave, or a line that grows from its left end, go along with the sound. The browser moves it by itself, off the
 * main thread; it is only set right when it is told of another moment. Nothing is measured meanwhile: to answer, the
 * browser would have to work out the style of all that moves.
 */
export function goAlong(element: HTMLElement, { seconds, length, goesOn }: Moment) {
  forgetGone()
  const known = running.get(element)
  if (known && known.length !== length) forget(element)
  const { animations } = running.get(element) ?? begin(element, length)
  for (const animation of animations) {
    const at = Number(animation.currentTime ?? 0)
    if (!goesOn || Math.abs(at - seconds * 1000) > DRIFT) animation.currentTime = seconds * 1000
    if (goesOn && animation.playState !== 'running') animation.play()
    else if (!goesOn) animation.pause()
  }
}

/** What is out of the page would go on to the end of its sound, and keep the main thread busy. */
function forgetGone() {
  for (const element of running.keys()) if (!element.isConnected) forget(element)
}

function forget(element: HTMLElement) {
  const { animations, watch } = running.get(element)!
  watch.disconnect()
  animations.forEach((animation) => animation.cancel())
  running.delete(element)
}

/** Begun anew in another width. */
function begin(element: HTMLElement, length: number): Running {
  const place = element.parentElement ?? element
  const width = place.clientWidth
  const watch = new ResizeObserver(() => place.clientWidth !== width && forget(element))
  watch.observe(place)
  const made = { animations: width ? animated(element, length * 1000) : [], length, watch }
  running.set(element, made)
  return made
}

/** In pixels: by parts of its size an element is moved on the main thread, and so is what is not shown. */
function animated(element: HTMLElement, duration: number) {
  const timing = { duration, fill: 'both' } as const
  const { clientWidth } = element
  const parts = Object.entries(PARTS).flatMap(([part, side]) => {
    const moved = element.querySelector(`[data-${part}]`)
    return moved
      ? [moved.animate({ transform: [`translateX(${side * clientWidth}px)`, 'translateX(0px)'] }, timing)]
      : []
  })
  return parts.length ? parts : [element.animate({ transform: ['scaleX(0)', 'scaleX(1)'] }, timing)]
}
