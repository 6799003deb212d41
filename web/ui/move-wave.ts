/** The position of each part of a wave before and after its sound, in widths of the wave. */
const PARTS = { played: -1, within: 1, playhead: -1 }

/** Sets the played part of a running `Wave`; 0 to 1. */
export function moveWave(wave: HTMLElement, progress: number) {
  for (const [part, side] of Object.entries(PARTS)) {
    const moved = wave.querySelector<HTMLElement>(`[data-${part}]`)
    if (moved) moved.style.transform = `translateX(${side * (1 - progress) * 100}%)`
  }
}

/** Sound and picture run on two clocks; nobody sees a difference of so many milliseconds. */
const DRIFT = 80

/** The position of a sound, and whether it is playing. */
export type Moment = { seconds: number; length: number; goesOn: boolean }

type Running = { animations: Animation[]; length: number; watch: ResizeObserver }
const running = new Map<HTMLElement, Running>()

/**
 * Lets a wave, or a line that grows from its left end, move with the sound. The browser animates it off the main
 * thread; the animation is corrected only after a seek or a pause. Nothing is measured meanwhile: measuring would make
 * the browser compute the style of everything that moves.
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

/** Animations of elements that left the page would run on to the end of the sound and keep the main thread busy. */
function forgetGone() {
  for (const element of running.keys()) if (!element.isConnected) forget(element)
}

function forget(element: HTMLElement) {
  const { animations, watch } = running.get(element)!
  watch.disconnect()
  animations.forEach((animation) => animation.cancel())
  running.delete(element)
}

/** Restarts the animation after a change of width. */
function begin(element: HTMLElement, length: number): Running {
  const place = element.parentElement ?? element
  const width = place.clientWidth
  const watch = new ResizeObserver(() => place.clientWidth !== width && forget(element))
  watch.observe(place)
  const made = { animations: width ? animated(element, length * 1000) : [], length, watch }
  running.set(element, made)
  return made
}

/** In pixels: the browser animates percentages, and hidden elements, on the main thread. */
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
