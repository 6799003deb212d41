import { durationInWords } from './duration-in-words.ts'

/**
 * Moves the slider of a sound, which goes from 0 to `max`. Changes the page only when the full second changes, because
 * each change costs a whole frame. Returns whether it changed.
 */
export function setSlider(slider: HTMLInputElement, seconds: number, length: number) {
  const text = `${durationInWords(seconds)} of ${durationInWords(length)}`
  if (slider.getAttribute('aria-valuetext') === text) return false
  slider.setAttribute('aria-valuetext', text)
  const part = length && Math.min(1, seconds / length)
  slider.value = String(Math.round(part * Number(slider.max)))
  return true
}
