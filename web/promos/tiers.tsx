import { impressionsOf, TIER_FACTS, TIERS, type Duration, type Tier } from '#contract/promotion-values.ts'
import { exactly, price } from '#web/items/format.ts'
import { cx } from '#web/ui/cx.ts'
import { RadioCard, RadioCards } from '#web/ui/radio-cards.tsx'

type Props = { tier: Tier; days: Duration; onChoose: (tier: Tier) => void }

/** How many of the four bars are lit. */
const LOUDNESS: Record<Tier, number> = { standard: 1, premium: 2, spotlight: 4 }
const HEIGHTS = ['h-[7px]', 'h-[13px]', 'h-[19px]', 'h-[26px]']

/** The tiers with price, impressions and places. */
export const Tiers = ({ tier, days, onChoose }: Props) => (
  <RadioCards label="Tier" className="@xl:grid-cols-3">
    {TIERS.map((one) => {
      const { name, rate, reach } = TIER_FACTS[one]
      return (
        <RadioCard
          key={one}
          name="tier"
          value={one}
          checked={one === tier}
          onChange={() => onChoose(one)}
          title={name}
          figure={price(rate / 100)}
        >
          <span className="text-[13px] text-dim @xl:mt-1.5">per item per day</span>
          <span className="num mt-2.5 border-t border-rail/60 pt-2.5 text-[14px] text-soft @xl:mt-3.5 @xl:pt-3">
            <b className="text-ink">{exactly(impressionsOf(one, days))}</b> impressions per item
          </span>
          <Loudness of={LOUDNESS[one]} />
          {reach.map((place) => (
            <span key={place} className="mt-1 block text-[14px] text-soft">
              {place}
            </span>
          ))}
        </RadioCard>
      )
    })}
  </RadioCards>
)

const Loudness = ({ of }: { of: number }) => (
  <span aria-hidden className="mt-3 mb-1 flex h-6.5 items-end gap-1">
    {HEIGHTS.map((height, nth) => (
      <span key={height} className={cx('w-3.5 rounded-[2px]', height, nth < of ? 'bg-ink' : 'bg-rail')} />
    ))}
  </span>
)
