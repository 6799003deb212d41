import { useLayoutEffect } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useCombobox } from '#web/ui/use-combobox.ts'

function Typist({ letters }: { letters: string }) {
  // between the first render and the effects, as a fast typist does while the page comes alive
  useLayoutEffect(() => {
    const input = document.querySelector<HTMLInputElement>('input')!
    input.value += letters
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }, [letters])
  return null
}

function List({ input }: { input: HTMLInputElement }) {
  const { text } = useCombobox({ input, count: 0, onChoose() {} })
  return (
    <>
      <p>Suggestions for {text}</p>
      <Typist letters="tairw" />
    </>
  )
}

test('letters that are typed while the list comes alive count', async () => {
  const input = document.createElement('input')
  input.value = 's'
  document.body.append(input)
  onTestFinished(() => input.remove())
  const screen = await render(<List input={input} />)
  await expect.element(screen.getByText('Suggestions for stairw')).toBeVisible()
})
