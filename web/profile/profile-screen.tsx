import { useId } from 'react'
import type { PublicProfile } from '#contract/people.ts'
import { exactly } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { useLocation, useNavigate } from '#web/router/hooks.ts'
import { useSession } from '#web/session/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Select } from '#web/ui/select.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { ProfileAbout } from './profile-about.tsx'
import { ProfileHead } from './profile-head.tsx'
import { ProfileItems, sortOptions } from './profile-items.tsx'
import { ProfilePeople } from './profile-people.tsx'
import { kindOfTab, peopleOfTab, readProfile, TAB_KINDS, writeProfile, type Sort, type Tab } from './profile-address.ts'

/** A person's profile, or one's own. Tab, sort and page are the address, in which one's own is `me`. */
export function ProfileScreen({ profile, id }: { profile: PublicProfile; id: number | 'me' }) {
  const navigate = useNavigate()
  const state = readProfile(new URLSearchParams(useLocation().search))
  const own = useSession(({ auth }) => auth?.userId) === profile.id
  const whose = { profile, own, id }
  const { tab, sort } = state
  const kind = kindOfTab(tab)
  const side = peopleOfTab(tab)
  const sortId = useId()
  const go = (to: string) => void navigate(to, { preventScrollReset: true })
  return (
    <div className="pb-4">
      <ProfileHead {...whose} />
      <div className="wrap relative mt-5 md:mt-6">
        {kind && profile.trackCount > 0 && (
          <div className="flex items-center gap-3 max-md:absolute max-md:inset-x-4 max-md:top-14 md:absolute md:top-0 md:right-8">
            <label htmlFor={sortId} className="text-[14px] text-soft max-md:sr-only">
              Sort
            </label>
            <Select
              id={sortId}
              size={40}
              className="max-md:flex-1 md:w-40"
              value={sort}
              onChange={(event) => go(writeProfile(id, { tab, sort: event.target.value as Sort }))}
            >
              {sortOptions(kind)}
            </Select>
          </div>
        )}
        <Tabs<Tab>
          label={own ? 'What you sell' : `What ${profile.displayName} sells`}
          value={tab}
          onChange={(to) => go(writeProfile(id, { tab: to }))}
          href={(to) => writeProfile(id, { tab: to })}
          tabs={[
            ...TAB_KINDS.map((each) => ({
              value: kinds[each].many,
              label: (
                <span>
                  {kinds[each].names}{' '}
                  <span className="num ml-0.5 text-[14px] font-normal text-dim">
                    {exactly(profile[`${kinds[each].many}Count` as const])}
                  </span>
                </span>
              ),
            })),
            { value: 'about', label: 'About' },
          ]}
          className="max-md:-mx-4 max-md:px-4"
        >
          {kind && (
            <TabPanel
              value={tab}
              className={cx(
                profile.trackCount > 0 && 'max-md:mt-16',
                kind === 'BEAT' && profile.trackCount > 0 ? 'md:mt-3' : 'mt-7',
              )}
            >
              <ProfileItems key={kind} {...whose} kind={kind} state={state} />
            </TabPanel>
          )}
          {tab === 'about' && (
            <TabPanel value={tab} className="mt-8">
              <ProfileAbout profile={profile} />
            </TabPanel>
          )}
        </Tabs>
        {side && (
          <div className="mt-6">
            <ProfilePeople key={side} {...whose} side={side} state={state} />
          </div>
        )}
      </div>
    </div>
  )
}
