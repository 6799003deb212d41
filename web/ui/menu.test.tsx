import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '#web/app.css'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

test('a menu by keyboard: opens on its first item, skips disabled items, chooses, returns the focus', async () => {
  const remove = vi.fn()
  const screen = await render(
    <Menu trigger={<Button>More</Button>}>
      <MenuItem>Share</MenuItem>
      <MenuItem disabled>Download</MenuItem>
      <MenuItem onSelect={remove}>Delete</MenuItem>
    </Menu>,
  )
  const button = screen.getByRole('button', { name: 'More' })
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('menuitem', { name: 'Share' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(remove).toHaveBeenCalledOnce()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('a menu that is loaded by a press opens at once', async () => {
  const screen = await render(
    <Menu defaultOpen trigger={<Button>More</Button>}>
      <MenuItem>Share</MenuItem>
    </Menu>,
  )
  await expect.element(screen.getByRole('menuitem', { name: 'Share' })).toBeVisible()
})

test('a menu writes no style element', async () => {
  const before = document.querySelectorAll('style').length
  const screen = await render(
    <Menu trigger={<Button>More</Button>}>
      <MenuItem>Share</MenuItem>
    </Menu>,
  )
  await screen.getByRole('button', { name: 'More' }).click()
  await expect.element(screen.getByRole('menu')).toBeVisible()
  expect(document.querySelectorAll('style').length).toBe(before)
})
