import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { create } from 'zustand'
import { ItemEntry } from '#web/uploads/item-entry.tsx'
import { addItem } from '#web/uploads/change-uploads.ts'
import { useUploads } from '#web/uploads/uploads.ts'
import type { Draft } from './draft.ts'
import { useOwnItem } from './own-actions.ts'
import { PlanNote } from './plan-note.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  useUploads.setState({ items: [] })
})

const beat = { id: 7, kind: 'BEAT', title: 'Cold Steps' } as const
const sent = { ...beat, style: null, bpm: null, key: null }
const draft = create(() => ({ draftId: undefined })) as unknown as Draft<object, object>

/** A shop that holds one beat. */
function shopWith(step: { step: string; state: string; message: string | null }) {
  const shop = { isGone: false, step }
  const answer = (path: string, method: string) => {
    if (method === 'DELETE') shop.isGone = true
    if (path.endsWith('/retry')) shop.step = { step: 'Check', state: 'running', message: null }
    if (path.endsWith('/room')) return Response.json([{ kind: 'BEAT', most: 1, used: shop.isGone ? 0 : 1 }])
    if (!path.endsWith('/steps')) return Response.json({})
    if (shop.isGone) return Response.json({ error: 'not_found', message: 'Item not found.' }, { status: 404 })
    return Response.json({ steps: [shop.step], canRetry: shop.step.state === 'failed' })
  }
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => Promise.resolve(answer(path, method!)))
}

function Item() {
  const { remove, retry } = useOwnItem(beat)
  const entries = useUploads(({ items }) => items)
  return (
    <>
      <button onClick={() => void remove.run(undefined)}>Delete</button>
      <button onClick={() => void retry.run(undefined)}>Retry</button>
      <PlanNote kind="BEAT" draft={draft} />
      {entries.map((item) => (
        <ItemEntry key={item.id} item={item} />
      ))}
    </>
  )
}

const shown = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 0 } } })}>
      <Item />
    </QueryClientProvider>,
  )

test('a deleted item makes room in the plan at once, and leaves the tray', async () => {
  shopWith({ step: 'Review', state: 'running', message: null })
  addItem(sent)
  const screen = await shown()
  const full = screen.getByText(/Your plan has room for 1 beat/)
  await expect.element(full).toBeVisible()
  await screen.getByRole('button', { name: 'Delete' }).click()
  await expect.element(full).not.toBeInTheDocument()
  await expect.element(screen.getByRole('group', { name: 'Cold Steps' })).not.toBeInTheDocument()
})

test('an item that is tried again from the dashboard is no longer failed in the tray', async () => {
  shopWith({ step: 'Check', state: 'failed', message: 'It is silent.' })
  addItem(sent)
  const screen = await shown()
  await expect.element(screen.getByText('Check failed.')).toBeVisible()
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Check failed.')).not.toBeInTheDocument()
})
