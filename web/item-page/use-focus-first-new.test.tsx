import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useFocusFirstNew } from './use-focus-first-new.ts'

function Comments() {
  const [rows, setRows] = useState(['second', 'third'])
  const { list, focusFirstNew } = useFocusFirstNew<HTMLOListElement>(rows.length)
  return (
    <>
      <input aria-label="Comment" />
      <ol ref={list}>
        {rows.map((row) => (
          <li key={row} tabIndex={-1}>
            {row}
          </li>
        ))}
      </ol>
      <button type="button" onClick={focusFirstNew}>
        More
      </button>
      <button type="button" onClick={() => setTimeout(setRows, 0, [...rows, 'fourth'])}>
        Load
      </button>
      <input aria-label="Post" onChange={() => setRows(['first', ...rows])} />
    </>
  )
}

test('the first new row below gets the focus, and a row above the list gets none', async () => {
  const screen = await render(<Comments />)
  const more = screen.getByRole('button', { name: 'More' })
  await more.click()
  await screen.getByLabelText('Post').fill('x')
  await expect.element(screen.getByRole('listitem').first()).toHaveTextContent('first')
  await expect.element(screen.getByLabelText('Post')).toHaveFocus()
  await more.click()
  ;(screen.getByRole('button', { name: 'Load' }).element() as HTMLElement).click()
  await expect.element(screen.getByText('fourth')).toHaveFocus()
})

test('the focus stays where it was moved while more was loading', async () => {
  const screen = await render(<Comments />)
  await screen.getByRole('button', { name: 'More' }).click()
  await screen.getByLabelText('Comment').click()
  ;(screen.getByRole('button', { name: 'Load' }).element() as HTMLElement).click()
  await expect.element(screen.getByText('fourth')).toBeVisible()
  await expect.element(screen.getByLabelText('Comment')).toHaveFocus()
})
