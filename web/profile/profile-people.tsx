import { useApiList } from '#web/api/use-api.ts'
import { Link } from '#web/link.tsx'
import { listResultOf } from '#web/lists/list-result.ts'
import { ProducerCard, ProducerGrid, ProducerGridSkeleton } from '#web/people/producer-card.tsx'
import { Failed } from '#web/ui/failed.tsx'
import type { Producer } from '#contract/people.ts'
import { Paged } from './paged.tsx'
import { PEOPLE_TABS, writeProfile, type ProfileState } from './profile-address.ts'
import type { Whose } from './profile-head.tsx'
import { peopleInput, peopleRoute } from './queries.ts'

type Side = (typeof PEOPLE_TABS)[number]
const names: Record<Side, string> = { followers: 'Followers', following: 'Following' }
const nobody: Record<Side, string> = { followers: 'No followers yet', following: 'Follows nobody yet' }

/** The people who follow a person, or whom the person follows. */
export function ProfilePeople({ profile, id, side, state }: Whose & { side: Side; state: ProfileState }) {
  const input = peopleInput(profile.id, state)
  const result = listResultOf<Producer>(useApiList(peopleRoute(side), input))
  return (
    <>
      <nav aria-label="People" className="mb-5 flex gap-5 text-xl font-bold">
        {PEOPLE_TABS.map((each) => (
          <Link
            key={each}
            to={writeProfile(id, { tab: each })}
            preventScrollReset
            aria-current={each === side ? 'page' : undefined}
            className="leading-11 text-dim hover:text-ink aria-[current]:text-ink"
          >
            {names[each]}
          </Link>
        ))}
      </nav>
      <Paged
        label={names[side]}
        result={result}
        page={state.page}
        size={input.query.limit}
        noun="people"
        to={(page) => writeProfile(id, { ...state, page })}
        skeleton={<ProducerGridSkeleton />}
        failed={<Failed again={result.retry}>Failed to load users.</Failed>}
        empty={<p className="text-soft">{nobody[side]}</p>}
      >
        {(people) => (
          <ProducerGrid>
            {people.map((person) => (
              <ProducerCard key={person.id} producer={person} />
            ))}
          </ProducerGrid>
        )}
      </Paged>
    </>
  )
}
