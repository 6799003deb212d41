import type { KeyboardEvent } from 'react'
import { seekBy } from './player.ts'

/** Seconds; Home and End the browser knows. */
const strides: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -15,
  PageUp: 15,
}

export function seekByKey(event: KeyboardEvent) {
  const stride = strides[event.key]
  if (!stride) return
  event.preventDefault()
  seekBy(stride)
}
