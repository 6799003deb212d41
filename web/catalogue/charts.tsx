import { FLAGS, type Flag } from '#contract/filter-values.ts'
import { KindChips } from '#web/lists/chips.tsx'
import { FilterPanel } from '#web/lists/filter-panel.tsx'
import { useItems } from '#web/lists/list-result.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { useSlots } from '#web/lists/list-slots.ts'
import { flagNames } from '#web/lists/list-words.ts'
import { CHARTS } from '#web/lists/screens.ts'
import { useKeptTarget } from '#web/lists/use-kept-target.ts'
import { useListState } from '#web/lists/use-list-state.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { ChartsMade } from './charts-made.tsx'
import { ListHeader } from './list-header.tsx'
import { RowList, RowListSkeleton } from '#web/lists/row-list.tsx'

type Tab = 'all' | Flag
const tabs: { value: Tab; label: string }[] = [
  { value: 'all', label: 'All' },
  ...(['featured', 'trending', 'popular', 'new'] as const).map((value) => ({ value, label: flagNames[value] })),
]

export function Charts() {
  const list = useListState(CHARTS)
  const slots = useSlots('charts', list)
  const result = useItems(list)
  useKeptTarget(result.isLoading)
  const tab = list.state.flag ?? 'all'
  const turned = (to: Tab) => ({ flag: FLAGS.find((flag) => flag === to) ?? null })
  return (
    <ListPage
      {...list}
      result={result}
      noun="result"
      header={
        <ListHeader title="Charts">
          <p className="mt-4 text-soft">
            What is played, liked and bought.{' '}
            <a href="#formula" className="text-ink underline">
              How the charts are made
            </a>
          </p>
        </ListHeader>
      }
      chips={<KindChips {...list} />}
      Panel={FilterPanel}
      skeleton={<RowListSkeleton />}
      empty={<EmptyState>No items yet.</EmptyState>}
      failure="Failed to load items."
      footer={<ChartsMade />}
      frame={(results) => (
        <Tabs
          label="Charts"
          value={tab}
          onChange={(to) => list.change(turned(to))}
          href={(to) => list.address(turned(to))}
          tabs={tabs}
        >
          <TabPanel value={tab} className="mt-5">
            {results}
          </TabPanel>
        </Tabs>
      )}
    >
      {(items, firstRank) => <RowList items={items} slots={slots} firstRank={firstRank} tags={6} charts />}
    </ListPage>
  )
}
