import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { VoiceTagDialog } from './voice-tag-dialog.tsx'

afterEach(() => vi.restoreAllMocks())

test('a second press while the browser asks for the microphone does not record twice', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ tag: null })))
  const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockReturnValue(new Promise(() => {}))
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <VoiceTagDialog open onOpenChange={() => {}} />
    </QueryClientProvider>,
  )
  const record = screen.getByRole('button', { name: 'Record' })
  await record.click()
  await record.click({ force: true })
  expect(asked).toHaveBeenCalledTimes(1)
})
