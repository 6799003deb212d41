import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession } from '#web/session/session.ts'
import { ReportDialog } from './report-dialog.tsx'

const signInAs = (userId: number) =>
  useSession.setState({ auth: { userId } as NonNullable<ReturnType<typeof useSession.getState>['auth']> })

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReportDialog title="Report Cold Steps" things={[{ place: 'items', id: 7, label: 'beat' }]} />
    </QueryClientProvider>,
  )

test('an unsent report waits for its writer, and for nobody else', async () => {
  signInAs(3)
  const first = await open()
  await first.getByRole('textbox').fill('Stolen from me')
  await first.unmount()
  signInAs(4)
  const second = await open()
  await expect.element(second.getByRole('textbox')).toHaveValue('')
  await second.unmount()
  signInAs(3)
  await expect.element((await open()).getByRole('textbox')).toHaveValue('Stolen from me')
})
