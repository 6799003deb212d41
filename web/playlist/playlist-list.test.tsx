import axe from 'axe-core'
import { beforeEach, expect, test, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Item } from '#contract/item.ts'
import '#web/app.css'
import { useSession } from '#web/session/session.ts'
import PlaylistList from './playlist-list.tsx'
import { addToPlaylist, sync, clearPlaylist } from './playlist-store.ts'
import { entryOf, type Entry } from './playlist.ts'
import { soundOf } from '#web/player/sound.ts'
import RecentList from '#web/player/recent-list.tsx'
import { rememberPlayed } from '#web/player/recently-played.ts'

const itemOf = (id: number, title: string) =>
  ({
    id,
    kind: 'BEAT',
    slug: `beat-${id}`,
    title,
    artistName: 'Mozer',
    coverUrl: null,
    previewUrl: `/media/${id}.mp3`,
    style: { slug: 'uk-drill', code: 'UK', line: 'uk' },
    durationInSeconds: 65,
    wave: null,
  }) as Item
const titles = ['Stairwell Sermon', 'Utica After Dark', 'Cold Night']
const entries = titles.map((title, index): Entry => entryOf(itemOf(index + 1, title))!)
const stored = () => (JSON.parse(localStorage.getItem('slide.playlist') ?? '[]') as Entry[]).map(({ title }) => title)

beforeEach(async () => {
  await browser.viewport(420, 800)
  vi.restoreAllMocks()
  useSession.setState({ auth: null })
  await sync()
  await clearPlaylist()
  localStorage.clear()
})

const shown = async (onPlay = vi.fn()) => {
  await addToPlaylist(entries)
  return render(
    <main className="bg-curb">
      <PlaylistList
        onPlay={onPlay}
        stateOf={({ id }) => ({ current: id === 2, state: id === 2 ? 'playing' : 'paused' })}
      />
    </main>,
  )
}
type Screen = Awaited<ReturnType<typeof render>>
const rows = (screen: Screen) => screen.getByRole('listitem')
const order = (screen: Screen) =>
  rows(screen)
    .elements()
    .map((row) => titles.findIndex((title) => row.textContent.includes(title)))
const button = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true })
const faults = async (screen: Screen) =>
  (
    await axe.run(screen.container, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
  ).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)

test('the list shows its sounds, plays from any row, and is accessible in every state', async () => {
  const onPlay = vi.fn()
  const screen = await shown(onPlay)
  await expect.element(rows(screen).nth(1)).toHaveAttribute('aria-current', 'true')
  await expect.element(screen.getByText('1 minute 5 seconds').first()).toBeInTheDocument()
  await expect.element(screen.getByRole('link', { name: 'Cold Night' })).toHaveAttribute('href', '/track/beat-3')
  await button(screen, 'Play Cold Night').click()
  const [played, index] = onPlay.mock.lastCall as [Item[], number]
  expect(index).toBe(2)
  expect(played.map(({ previewUrl }) => previewUrl)).toEqual(entries.map(({ audioUrl }) => audioUrl))
  await expect.element(button(screen, 'Pause Utica After Dark')).toBeVisible()
  expect(await faults(screen)).toEqual([])
  await button(screen, 'Move Cold Night').click()
  await button(screen, 'Clear').click()
  expect(await faults(screen)).toEqual([])
})

test('arrow keys, Home and End move a row, which keeps the focus and announces its place', async () => {
  const screen = await shown()
  const grip = button(screen, 'Move Stairwell Sermon')
  ;(grip.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('status')).toHaveTextContent('Stairwell Sermon, place 2 of 3')
  expect(order(screen)).toEqual([1, 0, 2])
  await expect.element(grip).toHaveFocus()
  await userEvent.keyboard('{End}{ArrowDown}')
  expect(order(screen)).toEqual([1, 2, 0])
  await userEvent.keyboard('{Home}')
  expect(order(screen)).toEqual([0, 1, 2])
  await expect.element(grip).toHaveFocus()
  await userEvent.keyboard('{End}')
  expect(stored()).toEqual(['Utica After Dark', 'Cold Night', 'Stairwell Sermon'])
})

test('a press on a row’s grip shows buttons that move the row and keep the focus', async () => {
  const screen = await shown()
  await button(screen, 'Move Cold Night').click()
  await button(screen, 'Move Cold Night up').click()
  await expect.element(button(screen, 'Move Cold Night up')).toHaveFocus()
  await button(screen, 'Move Cold Night up').click()
  expect(order(screen)).toEqual([2, 0, 1])
})

test('a row is dragged to its place, or put back by Escape, and dragging presses nothing', async () => {
  const screen = await shown()
  const drag = (title: string, by: number, ...end: Event[]) => {
    const grip = button(screen, `Move ${title}`).element()
    const { top } = grip.getBoundingClientRect()
    const at = (type: string, clientY: number) => new PointerEvent(type, { clientY, pointerId: 1, bubbles: true })
    grip.dispatchEvent(at('pointerdown', top))
    grip.dispatchEvent(at('pointermove', top + by))
    const moved = (grip.closest('li') as HTMLElement).style.transform
    for (const event of end) dispatchEvent(event)
    grip.dispatchEvent(at('pointerup', top + by))
    grip.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    return moved
  }
  expect(drag('Stairwell Sermon', 120)).toBe('translateY(120px)')
  await vi.waitFor(() => expect(order(screen)).toEqual([1, 2, 0]))
  expect(
    rows(screen)
      .elements()
      .map((row) => (row as HTMLElement).style.transform),
  ).toEqual(['', '', ''])
  await expect.element(button(screen, 'Move Stairwell Sermon')).toHaveAttribute('aria-expanded', 'false')
  drag('Stairwell Sermon', -120, new KeyboardEvent('keydown', { key: 'Escape' }))
  expect(order(screen)).toEqual([1, 2, 0])
})

test('rows are removed one by one, or all at once after a question, and the focus stays near', async () => {
  const screen = await shown()
  await button(screen, 'Remove Utica After Dark').click()
  await expect.element(button(screen, 'Remove Cold Night')).toHaveFocus()
  await expect.element(screen.getByRole('status')).toHaveTextContent('Removed Utica After Dark')
  expect(stored()).toEqual(['Stairwell Sermon', 'Cold Night'])
  await button(screen, 'Clear').click()
  await expect.element(screen.getByText('Clear all 2 tracks?')).toBeVisible()
  await expect.element(button(screen, 'Cancel')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button(screen, 'Clear')).toHaveFocus()
  await button(screen, 'Clear').click()
  await button(screen, 'Clear all').click()
  await expect.element(screen.getByText('Your playlist is empty')).toHaveFocus()
  expect(stored()).toEqual([])
})

test('changes from another tab are shown and never overwritten', async () => {
  const screen = await shown()
  const write = (list: Entry[]) => localStorage.setItem('slide.playlist', JSON.stringify(list))
  write(entries.slice(1))
  dispatchEvent(new StorageEvent('storage', { key: 'slide.playlist' }))
  await vi.waitFor(() => expect(order(screen)).toEqual([1, 2]))
  write(entries.slice(2)) // no event has told this tab yet
  await addToPlaylist([entries[0]!])
  expect(stored()).toEqual(['Cold Night', 'Stairwell Sermon'])
})

/** Lets the server give these answers, one for each call. */
function answers(...replies: [status: number, body: object][]) {
  const asked: string[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (path, { method = 'GET', body } = {}) => {
    asked.push(`${method} ${path as string} ${typeof body === 'string' ? body : ''}`.trim())
    const [status, answer] = replies.shift() ?? [500, {}]
    return Response.json(answer, { status })
  })
  return asked
}
const signIn = () =>
  useSession.setState({
    auth: {
      token: 't',
      tokenEnds: Infinity,
      refreshToken: 'r',
      role: 'ROLE_USER',
      displayName: 'x',
      userId: 77,
      avatarUrl: null,
      oauthUser: false,
      leavesAt: null,
      bannedAt: null,
    },
  })
const [a, b, c] = entries as [Entry, Entry, Entry]

test('signing in adds a guest’s entries to the account and shows its list; signing out empties it', async () => {
  await addToPlaylist([a])
  const asked = answers([200, { version: 5, previous: 4, added: 1 }], [200, { version: 5, entries: [b, a] }])
  signIn()
  await sync()
  expect(asked).toEqual([
    'POST /api/me/playlist/entries {"entries":[{"itemId":1,"trackId":null}]}',
    'GET /api/me/playlist',
  ])
  expect(stored()).toEqual([b.title, a.title])
  useSession.setState({ auth: null })
  await sync()
  expect(stored()).toEqual([])
  expect(localStorage.getItem('slide.playlist.owner')).toBeNull()
})

test('a failed change is undone, and changes from another device stay', async () => {
  answers([200, { version: 1, entries: [a, b] }])
  signIn()
  await sync()
  answers([500, {}])
  const failing = addToPlaylist([c])
  expect(stored()).toEqual([a.title, b.title, c.title])
  await expect(failing).rejects.toThrow()
  expect(stored()).toEqual([a.title, b.title])

  const asked = answers(
    [200, { version: 1, entries: [a, b] }], // for the first look
    [409, { error: 'playlist_changed' }],
    [200, { version: 2, entries: [a, b, c] }],
    [200, { version: 3, previous: 2 }],
  )
  const screen = await render(<PlaylistList onPlay={vi.fn()} />)
  await sync()
  await button(screen, 'Move Utica After Dark').click()
  await button(screen, 'Move Utica After Dark up').click()
  await vi.waitFor(() => expect(order(screen)).toEqual([1, 0, 2]))
  expect(asked.at(-1)).toBe(
    'PUT /api/me/playlist {"version":2,"entries":[{"itemId":2,"trackId":null},{"itemId":1,"trackId":null},{"itemId":3,"trackId":null}]}',
  )
})

test('a guest sees recently played sounds, each once', async () => {
  for (const id of [1, 2, 3, 1]) rememberPlayed(soundOf(itemOf(id, titles[id - 1]!))!)
  const onPlay = vi.fn()
  const screen = await render(<RecentList onPlay={onPlay} />)
  await vi.waitFor(() => expect(order(screen)).toEqual([0, 2, 1]))
  await button(screen, 'Play Cold Night').click()
  expect(onPlay.mock.lastCall?.[1]).toBe(1)
  expect(await faults(screen)).toEqual([])
})
