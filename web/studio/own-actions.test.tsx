import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { create } from 'zustand'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
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

const shown = (children = <Item />) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 0 } } })}>
      {children}
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

function Delete({ id }: { id: number }) {
  const { remove } = useOwnItem({ id, kind: 'BEAT' })
  return (
    <button aria-busy={remove.pending} onClick={() => void remove.run(undefined)}>
      Delete {id}
    </button>
  )
}

function List() {
  const { data } = useQuery(apiQuery(call, 'GET /me/items', { query: {} }))
  return (
    <>
      {[1, 2].map((id) => (
        <Delete key={id} id={id} />
      ))}
      {data?.items.map(({ id }) => (
        <p key={id}>Item {id}</p>
      ))}
    </>
  )
}

test.each([
  ['the list still has', [1, 3]],
  ['the list has lost', [3]],
])('an item that can’t be deleted and that %s brings back no deleted one and hides no new one', async (_, listed) => {
  let items = [{ id: 1 }, { id: 2 }]
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => (refuse = resolve))
  const answer = async (path: string, method: string) => {
    if (method !== 'DELETE') return Response.json(path.includes('/me/items') ? { items } : {})
    if (path.endsWith('/1')) {
      await refused
      return Response.json({ error: 'internal', message: '' }, { status: 500 })
    }
    items = listed.map((id) => ({ id }))
    return new Response(null, { status: 204 })
  }
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => answer(path, method!))
  const screen = await shown(<List />)
  await expect.element(screen.getByText('Item 1')).toBeVisible()
  await screen.getByRole('button', { name: 'Delete 1' }).click()
  await expect.element(screen.getByText('Item 1')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Delete 2' }).click()
  await expect.element(screen.getByText('Item 3')).toBeVisible() // asked anew after the other one was deleted
  refuse()
  await expect.element(screen.getByRole('button', { name: 'Delete 1' })).toHaveAttribute('aria-busy', 'false')
  await expect.element(screen.getByText('Item 2')).not.toBeInTheDocument()
  for (const there of ['Item 1', 'Item 3']) await expect.element(screen.getByText(there)).toBeVisible()
})
