import { useCallback, useState } from 'react'
import { exactly } from '#web/items/format.ts'
import { usePromotions } from '#web/promotions/use-promotions.ts'
import { Gate } from '#web/session/gate.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { keepChoice, keptChoice } from './kept-choice.ts'
import { NewPromotion } from './new-promotion.tsx'
import { usePicksByName, type Chosen, type Picked } from './picks.ts'
import { usePromosAddress } from './use-promos-address.ts'
import { YourPromotions } from './your-promotions.tsx'

export const Component = () => (
  <Gate>
    <Promos />
  </Gate>
)

/** Holds the choice, so that it outlives a look at the other tab, the way to the checkout and back, and a reload. */
function Promos() {
  const { state, address, change } = usePromosAddress()
  const mine = usePromotions()
  const [kept] = useState(() => keptChoice(state.item))
  const [chosen, setChosen] = useState<Chosen>({ picks: [], tier: kept.tier, days: kept.days })
  const choose = (next: Chosen) => {
    keepChoice(state.item, next)
    setChosen(next)
  }
  const add = useCallback(
    (picks: readonly Picked[]) =>
      setChosen((before) => ({
        ...before,
        picks: [...before.picks, ...picks.filter(({ id }) => before.picks.every((pick) => pick.id !== id))],
      })),
    [],
  )
  const named = usePicksByName(kept.from === state.item ? kept.item : state.item, add)
  return (
    <div className="wrap pt-6 pb-16 md:pt-10">
      <h1 className="disp mb-3 text-[48px] md:mb-5 md:text-[72px]">Promotions</h1>
      <Tabs
        label="Promotions"
        value={state.tab}
        onChange={(tab) => change({ tab })}
        href={(tab) => address({ tab })}
        tabs={[
          { value: 'new', label: 'New promotion' },
          {
            value: 'yours',
            label: (
              <span>
                Your promotions{' '}
                {mine.data && <span className="num text-[13px] font-medium text-dim">{exactly(mine.data.length)}</span>}
              </span>
            ),
          },
        ]}
        className="max-md:-mx-4 max-md:px-4"
      >
        <TabPanel value="new" className="mt-5 md:mt-7">
          <NewPromotion chosen={chosen} named={named} onChoose={choose} />
        </TabPanel>
        <TabPanel value="yours" className="mt-5 md:mt-7">
          <YourPromotions mine={mine} named={state.promo} />
        </TabPanel>
      </Tabs>
    </div>
  )
}
