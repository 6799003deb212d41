import { expect, onTestFinished, test, vi } from 'vitest'
import '#web/ui/tips.ts'

test('the name of an icon comes to a resting mouse, and not over the menu that the icon has opened', () => {
  vi.useFakeTimers()
  const icon = document.createElement('button')
  icon.setAttribute('aria-label', 'More')
  document.body.append(icon)
  onTestFinished(() => {
    icon.remove()
    vi.useRealTimers()
  })
  const tipAfterRest = () => {
    icon.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
    vi.advanceTimersByTime(1_000)
    return document.querySelector('[role=tooltip]')?.textContent
  }
  expect(tipAfterRest()).toBe('More')
  icon.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }))
  icon.setAttribute('aria-expanded', 'true')
  expect(tipAfterRest()).toBeUndefined()
})
