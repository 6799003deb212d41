import { useState } from 'react'
import { expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '#web/app.css'
import { Pager } from '#web/ui/pager.tsx'
import { Table } from '#web/ui/table.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { TagList } from '#web/ui/tag.tsx'

const boards = ['all', 'featured', 'new'] as const
const tabs = boards.map((value) => ({ value, label: value }))

test('tabs are one Tab stop, arrow keys wrap around, Home and End work, and the panel has a name', async () => {
  function Charts() {
    const [board, setBoard] = useState<(typeof boards)[number]>('all')
    return (
      <Tabs label="Charts" value={board} onChange={setBoard} tabs={tabs}>
        {boards.map((value) => (
          <TabPanel key={value} value={value}>
            list of {value}
          </TabPanel>
        ))}
      </Tabs>
    )
  }
  const screen = await render(<Charts />)
  const tab = (name: string) => screen.getByRole('tab', { name })
  await userEvent.tab()
  await expect.element(tab('all')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('featured')).toHaveFocus()
  await expect.element(tab('featured')).toHaveAttribute('aria-selected', 'true')
  await expect.element(screen.getByRole('tabpanel', { name: 'featured' })).toHaveTextContent('list of featured')
  await userEvent.keyboard('{End}{ArrowRight}')
  await expect.element(tab('all')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(tab('new')).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(tab('all')).toHaveFocus()
  await userEvent.tab()
  await expect.element(screen.getByRole('tabpanel')).toHaveFocus()
})

test('keys reach tabs of which none is chosen', async () => {
  const screen = await render(<Tabs<string> label="Charts" value="followers" onChange={() => {}} tabs={tabs} />)
  await userEvent.tab()
  await expect.element(screen.getByRole('tab', { name: 'all' })).toHaveFocus()
})

test('a pager tells its place and keeps the focus while it turns', async () => {
  function Turning() {
    const [page, setPage] = useState(4)
    return <Pager label="Pages" page={page} total={12} onPage={setPage} />
  }
  const screen = await render(<Turning />)
  await expect
    .element(screen.getByRole('button', { name: 'Page 5', exact: true }))
    .toHaveAttribute('aria-current', 'page')
  const next = screen.getByRole('button', { name: 'Next page' })
  await next.click()
  await expect.element(next).toHaveFocus()
  await expect
    .element(screen.getByRole('button', { name: 'Page 6', exact: true }))
    .toHaveAttribute('aria-current', 'page')
  await screen.getByRole('button', { name: 'Page 12' }).click()
  await expect.element(next).not.toBeInTheDocument()
})

test('a pager can consist of links', async () => {
  const screen = await render(
    <Pager
      label="Pages"
      page={0}
      total={3}
      link={(page, { children, ...props }) => (
        <a href={`?page=${page}`} {...props}>
          {children}
        </a>
      )}
    />,
  )
  await expect.element(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '?page=1')
  await expect.element(screen.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('button').elements()).toHaveLength(0)
})

test('tags beyond the third are counted', async () => {
  const screen = await render(<TagList tags={['dark', 'choir', 'slide', 'piano', 'cold']} />)
  await expect.element(screen.getByText('+2 more tags')).toBeInTheDocument()
  await expect.element(screen.getByText('piano')).not.toBeInTheDocument()
})

test('tags that don’t fit into a line wrap, and a tag longer than a line ends in dots', async () => {
  const tags = [
    'melancholic-orchestral',
    'experimental',
    'a-tag-that-no-card-of-a-phone-could-ever-hold',
    'dark',
    'cold',
  ]
  const screen = await render(
    <div className="w-40">
      <TagList tags={tags} />
    </div>,
  )
  const { right } = screen.container.querySelector('.w-40')!.getBoundingClientRect()
  for (const tag of screen.getByRole('listitem').elements())
    expect(tag.getBoundingClientRect().right).toBeLessThanOrEqual(right)
  await expect.element(screen.getByText('+2 more tags')).toBeVisible()
})

test('a table keeps its roles when it becomes cards', async () => {
  const table = (
    <Table
      caption="Sales"
      rows={['Stairwell Sermon']}
      rowKey={(row) => row}
      columns={[
        { key: 'item', head: 'Item', cell: (row) => row, title: true },
        { key: 'price', head: 'Price', cell: () => '$34.95', numeric: true },
      ]}
    />
  )
  const screen = await render(table)
  await browser.viewport(390, 844)
  await expect.element(screen.getByRole('table', { name: 'Sales' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: '$34.95' })).toBeVisible()
  await expect.element(screen.getByRole('columnheader', { name: 'Price' })).toBeInTheDocument()
  await expect.element(screen.getByText('Price').nth(1)).toBeVisible()
  await browser.viewport(1000, 800)
  await expect.element(screen.getByText('Price').nth(1)).not.toBeVisible()
})
