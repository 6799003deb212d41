import { StrictMode, useEffect, useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '#web/app.css'
import { Button } from '#web/ui/button.tsx'
import { askNow } from '#web/ui/ask-now.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useShown } from '#web/ui/show.ts'

const complaint = vi.spyOn(console, 'error')
const warning = vi.spyOn(console, 'warn')
beforeEach(() => vi.clearAllMocks())
afterEach(() => {
  expect(complaint).not.toHaveBeenCalled()
  expect(warning).not.toHaveBeenCalled()
})

function Stage() {
  const [open, setOpen] = useState(false)
  return (
    <StrictMode>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Menu trigger={<Button>More</Button>}>
        <MenuItem>Share</MenuItem>
        <MenuItem onSelect={() => setOpen(true)}>Report</MenuItem>
      </Menu>
      <Dialog open={open} onOpenChange={setOpen} title="License">
        <input aria-label="Name" />
      </Dialog>
    </StrictMode>
  )
}

test('the focus moves into a dialog, stays inside, and returns', async () => {
  const screen = await render(<Stage />)
  await screen.getByRole('button', { name: 'Open' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'License' })).toBeVisible()
  await expect.element(screen.getByLabelText('Name')).toHaveFocus()
  await userEvent.tab()
  await expect.element(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(screen.getByLabelText('Name')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
})

test('a dialog opened from a menu gives focus back to the menu’s button', async () => {
  const screen = await render(<Stage />)
  await screen.getByRole('button', { name: 'More' }).click()
  await screen.getByRole('menuitem', { name: 'Report' }).click()
  await expect.element(screen.getByLabelText('Name')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'More' })).toHaveFocus()
})

function TakesFocus() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return <input ref={field} aria-label="Taker" />
}

test('the focus returns even if another element takes it while the dialog opens', async () => {
  function Taken() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <Dialog open={open} onOpenChange={setOpen} title="License">
          <input aria-label="First" />
          <TakesFocus />
        </Dialog>
      </>
    )
  }
  const screen = await render(<Taken />)
  for (let time = 0; time < 2; time++) {
    await screen.getByRole('button', { name: 'Open' }).click()
    await expect.element(screen.getByLabelText('Taker')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
  }
})

test('the page has the focus after a dialog that has disabled its opener', async () => {
  function PaysOut() {
    const [open, setOpen] = useState(false)
    const [isPaid, setIsPaid] = useState(false)
    const pay = () => {
      setIsPaid(true)
      setOpen(false)
    }
    return (
      <main id="main" tabIndex={-1}>
        <Button disabled={isPaid} onClick={() => setOpen(true)}>
          Pay out
        </Button>
        <Dialog open={open} onOpenChange={setOpen} title="Pay out today?">
          <Button onClick={pay}>Yes</Button>
        </Dialog>
      </main>
    )
  }
  const screen = await render(<PaysOut />)
  await screen.getByRole('button', { name: 'Pay out' }).click()
  await screen.getByRole('button', { name: 'Yes' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('main')).toHaveFocus()
})

test('a dialog that loads its content has the focus itself, and Tab goes to its first control', async () => {
  function Loads({ isLoaded }: { isLoaded: boolean }) {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <Dialog open={open} onOpenChange={setOpen} title="Split earnings">
          {isLoaded && <input aria-label="Share" />}
          <a href="/terms">Terms</a>
        </Dialog>
      </>
    )
  }
  const screen = await render(<Loads isLoaded={false} />)
  await screen.getByRole('button', { name: 'Open' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Split earnings' })
  await expect.element(dialog).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Open' }).click()
  await expect.element(dialog).toHaveFocus()
  await screen.rerender(<Loads isLoaded />)
  await expect.element(screen.getByLabelText('Share')).toBeVisible()
  await expect.element(dialog).toHaveFocus()
  await userEvent.tab()
  await expect.element(screen.getByLabelText('Share')).toHaveFocus()
})

test('the page behind an open dialog does not scroll', async () => {
  const screen = await render(<Stage />)
  await screen.getByRole('button', { name: 'Open' }).click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  expect(getComputedStyle(document.documentElement).overflow).toBe('hidden')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => getComputedStyle(document.documentElement).overflow).not.toBe('hidden')
})

const Questions = () => useShown(({ questions }) => questions)
const question = { title: 'Delete beat?', text: 'For good.', action: 'Delete', danger: true }

test('a question is answered by yes, no, and no by Escape; the safe answer has focus', async () => {
  const screen = await render(<Questions />)
  const yes = askNow(question)
  await expect.element(screen.getByRole('dialog', { name: 'Delete beat?' })).toHaveAccessibleDescription('For good.')
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Delete' }).click()
  expect(await yes).toBe(true)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()

  const no = askNow(question)
  await screen.getByRole('button', { name: 'Cancel' }).click()
  expect(await no).toBe(false)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()

  const escaped = askNow(question)
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(await escaped).toBe(false)
})

test('a second question answers the first one with no', async () => {
  const screen = await render(<Questions />)
  const first = askNow(question)
  const second = askNow({ title: 'Leave?', action: 'Leave' })
  expect(await first).toBe(false)
  await screen.getByRole('button', { name: 'Leave' }).click()
  expect(await second).toBe(true)
})
