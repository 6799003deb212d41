import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import '#web/app.css'
import { Cover } from '#web/ui/cover.tsx'

test('without a cover its place stays, and no picture is loaded', async () => {
  const { container } = await render(<Cover src="" size={52} className="size-13" />)
  const { width, height } = container.firstElementChild!.getBoundingClientRect()
  expect([width, height]).toEqual([52, 52])
  expect(container.querySelector('img')).toBeNull()
})
