import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import '#web/ui/keep-focus.ts'

/** A list whose rows have a button each. */
function showRows(names: readonly string[]) {
  const main = document.createElement('main')
  main.id = 'main'
  main.innerHTML = `<div>${names.map((name) => `<p><button>${name}</button></p>`).join('')}</div>`
  document.body.append(main)
  onTestFinished(() => main.remove())
  return [...main.querySelectorAll('button')]
}

/** Whether a press of Enter on a button does what it should. */
function pressEnter(button: HTMLElement) {
  const init = { key: 'Enter', bubbles: true, cancelable: true }
  return button.dispatchEvent(new KeyboardEvent('keydown', init))
}

test('the second press of a double one does nothing to the button that has got the focus', async () => {
  const [first, second] = showRows(['Delete one', 'Delete two'])
  first!.focus()
  expect(pressEnter(first!)).toBe(true)
  const atOnce = new Promise((resolve) => second!.addEventListener('focus', () => resolve(pressEnter(second!))))
  first!.parentElement!.remove()
  expect(await atOnce).toBe(false)
  await expect.poll(() => pressEnter(second!), { timeout: 10_000 }).toBe(true)
})

/** Resolves when the next change of the list has been seen, and what was put off by it is done. */
const nextChange = (list: Element) =>
  new Promise((resolve) => new MutationObserver(() => setTimeout(resolve)).observe(list, { childList: true }))

test('a key that follows a press of the mouse does not bring the page back to a row that left', async () => {
  const [first, second] = showRows(['Delete one', 'Delete two'])
  const list = second!.closest('div')!
  first!.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  first!.focus()
  const left = nextChange(list)
  first!.parentElement!.remove()
  await left
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }))
  const grown = nextChange(list)
  list.append(document.createElement('p'))
  await grown
  expect(document.activeElement).toBe(document.body)
})

test('Tab leads to the nearest control after a press of the mouse, when a closed dialog gives the focus back', async () => {
  const [, second, third] = showRows(['Delete one', 'Delete two', 'Delete three'])
  const list = second!.closest('div')!
  const main = second!.closest('main')!
  second!.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  second!.focus()
  const left = nextChange(list)
  second!.parentElement!.remove()
  main.tabIndex = -1
  main.focus() // as a closed dialog does whose opener has left
  await left
  expect(document.activeElement).toBe(document.body)
  await userEvent.tab()
  expect(document.activeElement).toBe(third)
})

test('a button that is hidden hands its focus on', async () => {
  const [first, second] = showRows(['Back', 'Ban'])
  pressEnter(first!) // the focus moves for people who use keys
  first!.focus()
  first!.parentElement!.hidden = true
  await expect.poll(() => document.activeElement).toBe(second)
})
