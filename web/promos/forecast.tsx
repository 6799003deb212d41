import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { TIER_FACTS, type Tier } from '#contract/promotion-values.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { exactly } from '#web/items/format.ts'
import { PLACE_WORDS } from '#web/promotions/words.ts'

type Props = { tier: Tier; item: number | undefined }

/** How often people have seen the places of this tier lately. It promises nothing, so it may be missing. */
export function Forecast({ tier, item }: Props) {
  const { data } = useQuery({
    ...apiQuery(call, 'GET /promotions/forecast', { query: item === undefined ? {} : { itemId: item } }),
    placeholderData: keepPreviousData, // nothing below it moves
  })
  const reached = (data?.places ?? []).flatMap(({ place, perDay }) =>
    perDay !== null && TIER_FACTS[tier].places.includes(place)
      ? [`${PLACE_WORDS[place].at} ${times(perDay)} a day`]
      : [],
  )
  if (!data) return null
  return (
    <p role="status" className="num mt-4 text-[14px] text-soft">
      {reached.length > 0
        ? `In the last ${data.days} days people saw places for promoted items ${listed(reached)}. All promoted items share these places. This promises nothing beyond the guarantee.`
        : 'How often people see these places is not known yet. The guarantee holds all the same.'}
    </p>
  )
}

const times = (perDay: number) =>
  perDay < 2 ? (perDay === 1 ? 'about once' : 'less than once') : `about ${exactly(perDay)} times`

const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
