import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import '#web/app.css'
import { toast } from '#web/ui/toast.ts'
import { Toasts } from '#web/ui/toasts.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  toast.remove()
  vi.useRealTimers()
})

const shown = () => [...document.querySelectorAll('[aria-live] > div:not(.opacity-0)')].map((one) => one.textContent)

test('success stays 2 s, words and errors 4 s, loading until it is told', async () => {
  await render(<Toasts />)
  toast('words')
  toast.error('error')
  toast.success('success')
  const loading = toast.loading('loading')
  await expect.poll(shown).toEqual(['loading', 'success', 'error', 'words'])
  vi.advanceTimersByTime(1900)
  await expect.poll(shown).toHaveLength(4)
  vi.advanceTimersByTime(200)
  await expect.poll(shown).toEqual(['loading', 'error', 'words'])
  vi.advanceTimersByTime(1800)
  await expect.poll(shown).toHaveLength(3)
  vi.advanceTimersByTime(200)
  await expect.poll(shown).toEqual(['loading'])
  vi.advanceTimersByTime(60_000)
  await expect.poll(shown).toEqual(['loading'])
  toast.dismiss(loading)
  await expect.poll(shown).toEqual([])
})

test('twenty at most; errors interrupt', async () => {
  const screen = await render(<Toasts />)
  for (let count = 1; count <= 21; count++) toast.error(`error ${count}`)
  await expect.poll(shown).toHaveLength(20)
  expect(shown()).not.toContain('error 1')
  expect(screen.getByRole('alert').elements()).toHaveLength(20)
})
