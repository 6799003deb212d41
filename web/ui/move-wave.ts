/** Where each part of a wave lies, in widths of it, before and after its sound. */
const PARTS = { played: -1, within: 1, playhead: -1 }

/** Sets how much of a `Wave` that runs has been played; 0 to 1. */
export function moveWave(wave: HTMLElement, progress: number) {
  for (const [part, side] of Object.entries(PARTS)) {
    const moved = wave.querySelector<HTMLElement>(`[data-${part}]`)
    if (moved) moved.style.transform = `translateX(${side * (1 - progress) * 100}%)`
  }
}

type Running = { animations: Animation[]; length: number; width: number }
const running = new Map<HTMLElement, Running>()
/** What the eye does not see, in milliseconds: sound and picture go by two clocks. */
const DRIFT = 80

/** Where a sound is, and whether it goes on. */
export type Moment = { seconds: number; length: number; goesOn: boolean }

/**
 * Lets a wave, or a line that grows from its left end, go along with the sound. The browser moves it by itself, off the
 * main thread; it is only set right when it is told of another moment.
 */
export function goAlong(element: HTMLElement, { seconds, length, goesOn }: Moment) {
  forgetGone()
  const width = element.parentElement?.clientWidth ?? 0
  const known = running.get(element)
  const fits = known?.length === length && known.width === width
  if (!fits) known?.animations.forEach((animation) => animation.cancel())
  const { animations } = fits ? known : begin(element, length, width)
  for (const animation of animations) {
    const at = Number(animation.currentTime ?? 0)
    if (!goesOn || Math.abs(at - seconds * 1000) > DRIFT) animation.currentTime = seconds * 1000
    if (goesOn && animation.playState !== 'running') animation.play()
    else if (!goesOn) animation.pause()
  }
}

/** What is out of the page would go on to the end of its sound, and keep the main thread busy. */
function forgetGone() {
  for (const [element, { animations }] of running) {
    if (element.isConnected) continue
    animations.forEach((animation) => animation.cancel())
    running.delete(element)
  }
}

/** In pixels: by parts of its size an element is moved on the main thread, and so is what is not shown. */
function begin(element: HTMLElement, length: number, width: number): Running {
  const made: Running = { animations: width ? animated(element, length * 1000) : [], length, width }
  running.set(element, made)
  return made
}

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
