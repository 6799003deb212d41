import { ArrowRight } from '#web/ui/icons.ts'
import { useState } from 'react'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { CardSkeleton, RowSkeleton, TextSkeleton } from '#web/ui/skeleton.tsx'
import { Stat, Stats } from '#web/ui/stat.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { Piece, Section } from './section.tsx'

type Sale = { id: number; title: string; license: string; date: string; price: string }

const sales: Sale[] = [
  { id: 1, title: 'Stairwell Sermon', license: 'WAV Lease', date: 'Oct 3, 2026', price: '$34.95' },
  { id: 2, title: 'Utica After Dark', license: 'Exclusive Rights', date: 'Oct 2, 2026', price: '$499.00' },
  { id: 3, title: 'Slide Theory', license: 'Drum Kit', date: 'Sep 28, 2026', price: '$24.99' },
]

const columns: Column<Sale>[] = [
  { key: 'title', head: 'Item', cell: ({ title }) => title, title: true },
  { key: 'license', head: 'License', cell: ({ license }) => license },
  { key: 'date', head: 'Date', cell: ({ date }) => date, numeric: true },
  { key: 'price', head: 'Price', cell: ({ price }) => price, numeric: true },
]

const boards = [
  { value: 'all', label: 'All' },
  { value: 'featured', label: 'Featured' },
  { value: 'trending', label: 'Trending' },
  { value: 'popular', label: 'Popular' },
  { value: 'new', label: 'New' },
] as const

export function Lists() {
  const [board, setBoard] = useState<(typeof boards)[number]['value']>('all')
  const [page, setPage] = useState(5)
  return (
    <Section title="Lists">
      <SectionHeading
        count={86}
        className="mb-0"
        action={
          <a href="#all" className={buttonClass({ look: 'ghost', size: 36 }, '-mr-3')}>
            View all
            <Icon of={ArrowRight} size={17} />
          </a>
        }
      >
        Comments
      </SectionHeading>
      <div>
        <Tabs label="Charts" value={board} onChange={setBoard} tabs={boards}>
          {boards.map(({ value, label }) => (
            <TabPanel key={value} value={value} className="pt-4 text-soft">
              What is {label.toLowerCase()}.
            </TabPanel>
          ))}
        </Tabs>
      </div>
      <Piece name="Pager: buttons, links, few pages">
        <Pager label="Pages" page={page} total={12} onPage={setPage} />
        <Pager
          label="Pages, as links"
          page={0}
          total={5}
          link={(to, { children, ...props }) => (
            <a href={`#page-${to}`} {...props}>
              {children}
            </a>
          )}
        />
      </Piece>
      <Stats>
        <Stat label="Sales" value="1,284" />
        <Stat label="Earned" value="$12,480" />
        <Stat label="Plays" value="48.2k" />
        <Stat label="Followers" value="902" />
      </Stats>
      <Table caption="Sales" columns={columns} rows={sales} rowKey={({ id }) => id} />
    </Section>
  )
}

export function Waiting() {
  return (
    <Section title="Waiting and empty">
      <div className="grid grid-cols-2 gap-x-3.5 gap-y-8 md:grid-cols-5 md:gap-x-5">
        <EmptyState className="w-full" action={<Button size={36}>Upload</Button>}>
          Feature the first beat.
        </EmptyState>
        <CardSkeleton />
        <div className="col-span-2">
          <RowSkeleton />
          <RowSkeleton />
          <TextSkeleton className="mt-4" />
        </div>
      </div>
      <div className="grid max-w-110 gap-4">
        <Progress label="Uploading" value={0.4} />
        <Progress label="Working" />
      </div>
    </Section>
  )
}
