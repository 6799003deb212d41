import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '#web/app.css'
import { toast } from '#web/ui/toast.ts'
import Toasts from '#web/ui/toasts.tsx'

beforeEach(async () => {
  // a mouse resting on a toast holds its clock, even one left there by another test
  await page.elementLocator(document.documentElement).hover({ position: { x: 1, y: 1 } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  toast.remove()
  vi.useRealTimers()
})

const shown = () => [...document.querySelectorAll('[aria-live] > div:not(.opacity-0)')].map((one) => one.textContent)

/**
 * Waits twice until the browser is idle: React renders, then runs effects, which may render again. A hidden page gets
 * idle time only every ten seconds.
 */
async function settle() {
  for (let time = 0; time < 2; time++) await new Promise((idle) => requestIdleCallback(idle, { timeout: 200 }))
}

/** Moves the clock by hand: `expect.poll` would move it too. */
async function pass(milliseconds: number) {
  await settle()
  vi.advanceTimersByTime(milliseconds)
  await settle()
}

test('success stays 2 s, other texts and errors 4 s, loading until it ends', async () => {
  await render(<Toasts />)
  toast('words')
  toast.error('error')
  toast.success('success')
  const loading = toast.loading('loading')
  await pass(0)
  await pass(1900)
  expect(shown()).toEqual(['loading', 'success', 'error', 'words'])
  await pass(200)
  expect(shown()).toEqual(['loading', 'error', 'words'])
  await pass(1800)
  expect(shown()).toEqual(['loading', 'error', 'words'])
  await pass(200)
  expect(shown()).toEqual(['loading'])
  await pass(60_000)
  expect(shown()).toEqual(['loading'])
  toast.dismiss(loading)
  await pass(0)
  expect(shown()).toEqual([])
})

test('a repeated text replaces its earlier toast and has the full time', async () => {
  await render(<Toasts />)
  toast.error('lost line')
  await pass(3000)
  toast.error('lost line')
  toast('lost line')
  const again = toast.loading('trying')
  await pass(0)
  expect(shown()).toEqual(['trying', 'lost line', 'lost line'])
  toast.error('lost line', { id: again })
  await pass(0)
  expect(shown()).toEqual(['lost line', 'lost line'])
  await pass(3900)
  expect(shown()).toEqual(['lost line', 'lost line'])
  await pass(200)
  expect(shown()).toEqual([])
})

test('at most twenty toasts are shown, and errors interrupt the screen reader', async () => {
  const screen = await render(<Toasts />)
  for (let count = 1; count <= 21; count++) toast.error(`error ${count}`)
  await pass(0)
  expect(shown()).toHaveLength(20)
  expect(shown()).not.toContain('error 1')
  expect(screen.getByRole('alert').elements()).toHaveLength(20)
})
