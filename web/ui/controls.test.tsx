import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '#web/app.css'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { RangeSlider } from '#web/ui/range-slider.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

test('a loading button keeps its name and its focus, and does nothing', async () => {
  const send = vi.fn((event: React.FormEvent) => event.preventDefault())
  const press = vi.fn()
  const screen = await render(
    <form onSubmit={send}>
      <Button type="submit" loading onClick={press}>
        Save
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(send).not.toHaveBeenCalled()
  expect(press).not.toHaveBeenCalled()
})

test('a field ties label, hint and error to its control', async () => {
  const form = (error?: string) => (
    <Field label="Password" hint="At least 10 characters." error={error}>
      {(control) => <PasswordInput {...control} defaultValue="short" />}
    </Field>
  )
  const screen = await render(form())
  const input = screen.getByLabelText('Password', { exact: true })
  await expect.element(input).toHaveAccessibleDescription('At least 10 characters.')
  await expect.element(input).not.toHaveAttribute('aria-invalid')
  await screen.rerender(form('Too short.'))
  await expect.element(input).toHaveAccessibleDescription('At least 10 characters. Too short.')
  await expect.element(input).toBeInvalid()
})

test('a password can be shown', async () => {
  const screen = await render(<PasswordInput aria-label="Password" defaultValue="slide" />)
  const show = screen.getByRole('button', { name: 'Show password' })
  await show.click()
  await expect.element(show).toHaveAttribute('aria-pressed', 'true')
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveAttribute('type', 'text')
  await show.click()
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveAttribute('type', 'password')
})

test('a text box shows the number of characters beside its hint', async () => {
  const screen = await render(
    <Field label="About" hint="Shown to all.">
      {(control) => <Textarea {...control} maxLength={5} />}
    </Field>,
  )
  const box = screen.getByLabelText('About')
  await userEvent.type(box, 'abcdefg')
  await expect.element(box).toHaveValue('abcde')
  await expect.element(box).toHaveAccessibleDescription(/^Shown to all\. 5 ?\/? ?of 5 characters$/)
})

test('an indeterminate checkbox stays so until its value changes', async () => {
  function All() {
    const [chosen, setChosen] = useState(1)
    return (
      <Checkbox
        checked={chosen === 2}
        indeterminate={chosen === 1}
        onChange={(event) => setChosen(event.target.checked ? 2 : 0)}
      >
        All
      </Checkbox>
    )
  }
  const screen = await render(<All />)
  const box = screen.getByRole('checkbox', { name: 'All' })
  await expect.element(box).toBePartiallyChecked()
  await userEvent.click(box)
  await expect.element(box).toBeChecked()
  await expect.element(box).not.toBePartiallyChecked()
})

function Tempo() {
  const [value, setValue] = useState<readonly [number, number]>([138, 140])
  return (
    <>
      <RangeSlider label="BPM" min={60} max={200} value={value} onChange={setValue} />
      <output>{value.join('–')}</output>
    </>
  )
}

test('the thumbs of a range meet but do not cross, and stop at the ends', async () => {
  const screen = await render(<Tempo />)
  const value = screen.getByRole('status')
  await userEvent.tab()
  await expect.element(screen.getByRole('slider', { name: 'From' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight>5/}')
  await expect.element(value).toHaveTextContent('140–140')
  await userEvent.keyboard('{End}')
  await expect.element(value).toHaveTextContent('140–140')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(value).toHaveTextContent('140–140')
  await userEvent.keyboard('{End}')
  await expect.element(value).toHaveTextContent('140–200')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(value).toHaveTextContent('140–200')
})

test('a press on the rail moves the nearer thumb; at the far end the lower thumb can still be moved', async () => {
  const screen = await render(<Tempo />)
  const group = screen.getByRole('group', { name: 'BPM' })
  const rail = group.element().querySelector('div:last-child')
  if (!rail) throw new Error('no rail')
  const { left, width, top } = rail.getBoundingClientRect()
  const pressAt = (share: number) =>
    rail.dispatchEvent(
      new PointerEvent('pointerdown', { bubbles: true, cancelable: true, clientX: left + 8 + share * (width - 16) }),
    )
  pressAt(0.75)
  await expect.element(screen.getByRole('status')).toHaveTextContent('138–165')
  await expect.element(screen.getByRole('slider', { name: 'To' })).toHaveFocus()
  pressAt(0.6)
  await expect.element(screen.getByRole('status')).toHaveTextContent('144–165')
  pressAt(0.7)
  await expect.element(screen.getByRole('status')).toHaveTextContent('144–158')
  pressAt(0.75)
  await expect.element(screen.getByRole('status')).toHaveTextContent('144–165')
  pressAt(0.25)
  await expect.element(screen.getByRole('status')).toHaveTextContent('95–165')
  await userEvent.keyboard('{End}')
  await expect.element(screen.getByRole('status')).toHaveTextContent('165–165')
  const thumb = left + 8 + 0.75 * (width - 16)
  expect(document.elementFromPoint(thumb, top + 12)).toBe(screen.getByRole('slider', { name: 'From' }).element())
})
