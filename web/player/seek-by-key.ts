import type { KeyboardEvent } from 'react'
import { seekBy } from './player.ts'
import { strides } from './strides.ts'

export function seekByKey(event: KeyboardEvent) {
  const stride = strides[event.key]
  if (!stride) return
  event.preventDefault()
  seekBy(stride)
}
