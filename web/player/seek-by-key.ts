import type { KeyboardEvent } from 'react'
import { seekBy } from './player.ts'
import { seekSteps } from './seek-steps.ts'

export function seekByKey(event: KeyboardEvent) {
  const step = seekSteps[event.key]
  if (!step) return
  event.preventDefault()
  seekBy(step)
}
