import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { inPage } from '#web/router/in-page.tsx'
import { Component } from './review-tab.tsx'

afterEach(() => void vi.unstubAllGlobals())

const row = {
  kind: 'BEAT',
  id: 7,
  slug: 'dusk',
  version: 1,
  title: 'Dusk',
  artistName: 'ada',
  ownerId: 3,
  tags: [],
  status: 'pending',
  state: 'pending',
  type: null,
  style: null,
  coverUrl: null,
  previewUrl: null,
  durationSec: 60,
  price: 20,
  filesCount: 0,
  submittedAt: '2026-11-01T00:00:00.000Z',
  proposedTitle: null,
  proposal: null,
  match: null,
}

const tab = () => {
  const view = { place: { search: '' } }
  return render(inPage(<Component />, view))
}

/** A server with these items. Each decision waits for its answer. */
function serve(list: { items: object[]; totalItems: number }) {
  const answers: ((status?: number) => void)[] = []
  const answer = (status = 204) =>
    status === 204
      ? new Response(null, { status })
      : Response.json({ error: 'unavailable', message: 'Later.' }, { status })
  vi.stubGlobal('fetch', (path: string) =>
    path.startsWith('/api/admin/submissions')
      ? Promise.resolve(Response.json({ ...list, page: 0, limit: 50, totalPages: 1 }))
      : new Promise((done) => answers.push((status) => done(answer(status)))),
  )
  return answers
}

test('after the last decision on a page nobody is told that nothing waits while other pages do', async () => {
  const answers = serve({ items: [row], totalItems: 2 })
  const screen = await tab()
  await screen.getByRole('button', { name: 'Approve Dusk' }).click()
  await expect.element(screen.getByText('Dusk')).not.toBeInTheDocument()
  await expect.element(screen.getByText('Nothing waits for a review.')).not.toBeInTheDocument()
  answers[0]!()
})

test('an item that is being decided stays away when the answer to another decision comes', async () => {
  const list = { items: [row, { ...row, id: 8, title: 'Dawn' }], totalItems: 2 }
  const answers = serve(list)
  const screen = await tab()
  await screen.getByRole('button', { name: 'Approve Dusk' }).click()
  await screen.getByRole('button', { name: 'Approve Dawn' }).click()
  await expect.element(screen.getByText('Dawn')).not.toBeInTheDocument()
  list.items.shift() // the server has decided about the first one
  answers[0]!()
  await new Promise((done) => setTimeout(done, 200))
  await expect.element(screen.getByText('Dawn')).not.toBeInTheDocument()
  list.items = [{ ...row, id: 9, title: 'Noon' }]
  answers[1]!()
  await expect.element(screen.getByText('Noon')).toBeVisible()
})

test('an item that is being decided stays away while another decision fails and the list is asked anew', async () => {
  const answers = serve({ items: [row, { ...row, id: 8, title: 'Dawn' }], totalItems: 2 })
  const screen = await tab()
  await screen.getByRole('button', { name: 'Approve Dusk' }).click()
  await screen.getByRole('button', { name: 'Approve Dawn' }).click()
  answers[0]!(503)
  await expect.element(screen.getByRole('button', { name: 'Approve Dusk' })).toBeVisible()
  await screen.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(screen.getByRole('button', { name: 'Refresh' })).not.toHaveAttribute('aria-busy')
  expect(screen.getByText('Dawn').query()).toBeNull()
  answers[1]!()
})
