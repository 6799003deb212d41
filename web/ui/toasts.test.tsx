import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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

test('the first Tab leads to the link of a toast, which stays while it has the focus, and the next one back', async () => {
  const screen = await render(
    <>
      <button type="button">Buy</button>
      <button type="button">Share</button>
      <Toasts />
    </>,
  )
  const buy = screen.getByRole('button', { name: 'Buy' })
  buy.element().focus()
  toast.success(<a href="#cart">View cart</a>, { duration: 6000 })
  await pass(0)
  await userEvent.tab()
  await expect.element(screen.getByRole('link', { name: 'View cart' })).toHaveFocus()
  await pass(60_000)
  expect(shown()).toEqual(['View cart'])
  await userEvent.tab()
  await expect.element(buy).toHaveFocus()
  await pass(5900)
  expect(shown()).toEqual(['View cart'])
  await pass(200)
  expect(shown()).toEqual([])
  await userEvent.tab()
  await expect.element(screen.getByRole('button', { name: 'Share' })).toHaveFocus()
})

test('a toast that leaves with the focus in it does not hold the clock of the others', async () => {
  const screen = await render(<Toasts />)
  const first = toast(<a href="#cart">View cart</a>, { duration: 6000 })
  toast('words')
  await pass(0)
  screen.getByRole('link', { name: 'View cart' }).element().focus()
  await pass(60_000)
  expect(shown()).toEqual(['words', 'View cart'])
  toast.remove(first)
  await pass(0)
  await pass(4100)
  expect(shown()).toEqual([])
})

test('Tab from nowhere begins in the page, and leads to the link of a toast afterwards', async () => {
  const screen = await render(
    <>
      <button type="button">Buy</button>
      <Toasts />
    </>,
  )
  const buy = screen.getByRole('button', { name: 'Buy' })
  toast.success(<a href="#cart">View cart</a>)
  await pass(0)
  await userEvent.tab()
  await expect.element(buy).toHaveFocus()
  await userEvent.tab()
  await expect.element(screen.getByRole('link', { name: 'View cart' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(buy).toHaveFocus()
})

test('Tab leads from a toast to the page when the control before it is disabled meanwhile', async () => {
  const screen = await render(
    <>
      <main id="main" tabIndex={-1}>
        <button type="button">Buy</button>
      </main>
      <Toasts />
    </>,
  )
  const buy = screen.getByRole('button', { name: 'Buy' }).element() as HTMLButtonElement
  buy.focus()
  toast.success(<a href="#cart">View cart</a>)
  await pass(0)
  await userEvent.tab()
  await expect.element(screen.getByRole('link', { name: 'View cart' })).toHaveFocus()
  buy.disabled = true
  await userEvent.tab()
  await expect.element(screen.getByRole('main')).toHaveFocus()
})
