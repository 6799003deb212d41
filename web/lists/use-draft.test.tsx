import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useDraft } from './use-draft.ts'

function Search() {
  const [address, setAddress] = useState('old')
  const [asked, setAsked] = useState<string[]>([])
  const [draft, setDraft] = useDraft(address, (text) => setAsked((all) => [...all, text]), 20)
  return (
    <>
      <input aria-label="Search" value={draft} onChange={({ target }) => setDraft(target.value)} />
      <button type="button" onClick={() => setAddress('')}>
        Clear
      </button>
      <p>Asked: {asked.join(', ')}</p>
    </>
  )
}

function Told() {
  const [address, setAddress] = useState('')
  const [draft, setDraft] = useDraft(address, (text) => setAddress(text.trim()), 20)
  return (
    <>
      <input aria-label="Search" value={draft} onChange={({ target }) => setDraft(target.value)} />
      <button type="button" onClick={() => setAddress('')}>
        Back
      </button>
      <p>Address: {address}</p>
    </>
  )
}

test('the space after a word stays when the word has become the address, until another address comes', async () => {
  const screen = await render(<Told />)
  const input = screen.getByLabelText('Search')
  await input.fill('dark ')
  await expect.element(screen.getByText('Address: dark')).toBeVisible()
  await expect.element(input).toHaveValue('dark ')
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(input).toHaveValue('')
})

test('a change from elsewhere is shown', async () => {
  const screen = await render(<Search />)
  await screen.getByRole('button', { name: 'Clear' }).click()
  await expect.element(screen.getByLabelText('Search')).toHaveValue('')
})

test('text that is typed while a change from elsewhere is on its way stays, and is asked for', async () => {
  const screen = await render(<Search />)
  const input = screen.getByLabelText('Search').element() as HTMLInputElement
  const clear = screen.getByRole('button', { name: 'Clear' }).element() as HTMLButtonElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'new')
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  clear.click()
  await expect.element(screen.getByText('Asked: new')).toBeVisible()
  await expect.element(screen.getByLabelText('Search')).toHaveValue('new')
})
