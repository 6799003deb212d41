import { durationInWords } from './duration-in-words.ts'

/**
 * Where a sound is, on a slider that goes from 0 to `max`. Only another second is told, and whether it is one is
 * returned: whatever changes on the page costs a whole frame.
 */
export function setSlider(slider: HTMLInputElement, seconds: number, length: number) {
  const text = `${durationInWords(seconds)} of ${durationInWords(length)}`
  if (slider.getAttribute('aria-valuetext') === text) return false
  slider.setAttribute('aria-valuetext', text)
  const part = length && Math.min(1, seconds / length)
  slider.value = String(Math.round(part * Number(slider.max)))
  return true
}
