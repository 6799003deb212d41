import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { percentOf } from '#contract/share-limits.ts'
import type { ItemSplit, Splits } from '#contract/shares.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { useNewsOf } from '#web/live/use-news-of.ts'
import { paths } from '#web/paths.ts'
import { Failed } from '#web/ui/failed.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { Answer, GiveUp } from './answer.tsx'
import { SplitRow } from './split-row.tsx'

const NEWS = ['split', 'sale'] as const
const READS = ['GET /me/splits'] as const

/** Offers of shares, what one shares in, and one's own items that others share. */
export function Component() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /me/splits', undefined))
  useNewsOf(NEWS, READS)
  if (data) return <Sections splits={data} />
  if (isError) return <Failed again={refetch}>Couldn’t load your splits.</Failed>
  return (
    <div role="status" aria-busy aria-label="Loading your splits">
      <RowSkeleton />
      <RowSkeleton />
    </div>
  )
}

const Sections = ({ splits: { invitations, shares, own } }: { splits: Splits }) => (
  <div className="grid max-w-220 grid-cols-1 gap-11">
    <Section
      id="offers"
      title="Offers to you"
      empty="Nobody offers you a share right now."
      isEmpty={!invitations.length}
    >
      {invitations.map((offer) => (
        <SplitRow
          key={offer.id}
          item={offer.item}
          facts={`${offer.owner.displayName} offers you ${percentOf(offer.points)}${offer.present === null ? '' : ` in place of ${percentOf(offer.present)}`}`}
          state={offer.isAccepted ? `You accepted. ${waiting(offer.waitsFor)}` : null}
        >
          <Answer offer={offer} />
        </SplitRow>
      ))}
    </Section>
    <Section
      id="shares"
      title="Your shares"
      empty="You have no share in anything of others yet."
      isEmpty={!shares.length}
    >
      {shares.map((share) => (
        <SplitRow
          key={share.id}
          item={share.item}
          facts={`${percentOf(share.points)} of each sale by ${share.owner.displayName}`}
          state={share.isActive ? null : 'Ended: later sales earn you nothing'}
          amount={price(share.earned)}
        >
          {share.isActive && <GiveUp share={share} />}
        </SplitRow>
      ))}
    </Section>
    <Section
      id="own"
      title="Your items that others share"
      empty="You share nothing yet."
      isEmpty={!own.length}
      note={
        <>
          Open the menu of an item on your{' '}
          <Link to={paths.sellBeats()} className="underline">
            dashboard
          </Link>{' '}
          to split its earnings.
        </>
      }
    >
      {own.map(({ item, split }) => (
        <SplitRow key={item.id} item={item} facts={peopleWords(split)} state={proposalWords(split)} />
      ))}
    </Section>
  </div>
)

const waiting = (people: number) => `Waiting for ${people} more ${people === 1 ? 'person' : 'people'}.`

const peopleWords = ({ active }: ItemSplit) =>
  active
    ? [
        `You ${percentOf(active.ownPoints)}`,
        ...active.people
          .filter(({ state }) => state === 'accepted')
          .map(({ person, points }) => `${person.displayName} ${percentOf(points)}`),
      ].join(', ')
    : 'Everything is yours until everybody has accepted'

function proposalWords({ proposal, isForSale }: ItemSplit) {
  if (!proposal) return null
  const { people, isDeclined } = proposal
  const accepted = people.filter(({ state }) => state === 'accepted').length
  const words = isDeclined
    ? 'An offer was declined.'
    : `${accepted} of ${people.length} ${accepted === 1 ? 'has' : 'have'} accepted an offer.`
  return isForSale ? words : `${words} It can’t be bought meanwhile.`
}

type SectionProps = {
  id: string
  title: string
  empty: string
  isEmpty: boolean
  note?: ReactNode
  children: ReactNode
}

const Section = ({ id, title, empty, isEmpty, note, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <h2 id={id} className="text-xl font-bold">
      {title}
    </h2>
    {note && <p className="mt-1 text-soft">{note}</p>}
    {isEmpty ? <p className="mt-2 text-soft">{empty}</p> : <ul className="mt-2">{children}</ul>}
  </section>
)
