import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { RouterContext } from '#web/router/hooks.ts'
import { stillRouter } from '#web/router/still-router.ts'
import type { View } from '#web/router/view.ts'
import { useShown } from '#web/ui/show.ts'
import { openEdit } from './own-menu.tsx'
import { openSplit } from './split-dialog.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  useShown.setState({ node: null, asked: null })
})

const item = {
  id: 7,
  kind: 'PACK',
  title: 'Cold Pack',
  genre: 'UK Drill',
  statusLabel: 'Published',
  tags: ['dark'],
  fansOf: [],
  licenses: [],
  missing: { MP3: [], WAV: [], PREMIUM: [], EXCLUSIVE: [] },
  files: [],
  publishedAt: '2026-11-01T00:00:00.000Z',
} as unknown as OwnItemDetail

const person = { id: 3, displayName: 'ada', avatarUrl: null }
const active = { id: 1, number: 1, ownPoints: 9_000, people: [{ person, points: 1_000, state: 'accepted' }] }

const answers: Record<string, unknown> = {
  '/api/me/packs/7': item,
  '/api/me/packs/7/contents': [],
  '/api/me/items/7/split': { active, proposal: null, isForSale: true },
  '/api/me/license-presets': { presets: [], newest: null },
}

function Shown() {
  const { node, nth, questions } = useShown()
  return (
    <>
      <div key={nth}>{node}</div>
      {questions}
    </>
  )
}

function page() {
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(Response.json(answers[path] ?? {})))
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterContext value={stillRouter({} as View)}>
        <Shown />
      </RouterContext>
    </QueryClientProvider>,
  )
}

test('the files of an item open above its form, which keeps what was typed', async () => {
  const screen = await page()
  openEdit(item)
  const name = screen.getByLabelText('Name')
  await name.fill('Colder Pack')
  await screen.getByRole('button', { name: 'Replace ZIP' }).click()
  const files = screen.getByRole('dialog', { name: 'Files' })
  await files.getByRole('button', { name: 'Close' }).click()
  await expect.element(files).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Colder Pack')
})

test('a form that is saved while a question asks about its words takes the question along', async () => {
  const screen = await page()
  openEdit(item)
  await screen.getByLabelText('Name').fill('Colder Pack')
  let save = () => {}
  const saved = new Promise<void>((resolve) => {
    save = resolve
  })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') await saved
    return Response.json(answers[path] ?? {})
  })
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog', { name: 'Close without sending?' })).toBeVisible()
  save()
  await expect.poll(() => document.querySelectorAll('[role=dialog]').length).toBe(0)
})

test('shares that are typed stay when their owner does not end the split after all', async () => {
  const screen = await page()
  openSplit(item)
  const percent = screen.getByLabelText('Percent of person 1')
  await percent.fill('25')
  await screen.getByRole('button', { name: 'End split' }).click()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(percent).toHaveValue('25')
})

test('a share of everything is told as such', async () => {
  const screen = await page()
  openSplit(item)
  await screen.getByLabelText('Percent of person 1').fill('60')
  await screen.getByRole('button', { name: 'Add a person' }).click()
  await screen.getByLabelText('Percent of person 2').fill('40')
  await expect.element(screen.getByText('Nothing is left for you')).toBeVisible()
  await screen.getByLabelText('Percent of person 2').fill('41')
  await expect.element(screen.getByText('More than 100% in all')).toBeVisible()
})
