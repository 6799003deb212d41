import { useQuery } from '@tanstack/react-query'
import { SWITCH_WORDS } from '#contract/house-values.ts'
import type { HouseStatus as Status } from '#contract/overview.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { fileSize } from '#web/items/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CircleCheck, TriangleAlert } from '#web/ui/icons.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { when } from '#web/ui/when.ts'

/** The server counts no further. */
const MOST = 100
const GB = 1_000_000_000
/** With less room, uploads are soon refused. */
const LITTLE_ROOM = 5 * GB

type Fact = { name: string; isFine: boolean; words: string }

/** Whether the parts of the house work, each with a sentence. */
export function HouseStatus() {
  const { data, isError, refetch } = useQuery({
    ...apiQuery(call, 'GET /admin/overview/status', undefined),
    staleTime: 0,
  })
  return (
    <section aria-labelledby="house-status">
      <h2 id="house-status" className="mb-2 text-xl font-bold">
        The house
      </h2>
      {isError && <Failed again={refetch}>The house: not loaded.</Failed>}
      {!data && !isError && (
        <div role="status" aria-busy aria-label="Loading: the house">
          <TextSkeleton lines={5} />
        </div>
      )}
      {data && (
        <dl>
          {factsOf(data).map(({ name, isFine, words }) => (
            <div key={name} className="flex justify-between gap-4 border-t border-rail/60 py-2.5 text-sm">
              <dt>{name}</dt>
              <dd className="num flex items-start gap-1.5 text-right font-semibold">
                <Icon
                  of={isFine ? CircleCheck : TriangleAlert}
                  size={15}
                  className={cx('mt-0.5 flex-none', isFine ? 'text-ok' : 'text-warn')}
                />
                <span>
                  <span className="sr-only">{isFine ? 'Fine: ' : 'Needs a look: '}</span>
                  {words}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

const MODES: Record<Status['payments']['mode'], string> = { sandbox: 'Sandbox', test: 'Test', live: 'Live' }

function factsOf({ payments, sounds, mail, storage, stopped }: Status): Fact[] {
  const told = payments.lastEventAt
  return [
    {
      name: 'Payments',
      isFine: true,
      words: `${MODES[payments.mode]}, ${told === null ? 'no message yet' : `last message ${when(told)}`}`,
    },
    {
      name: 'Sounds being made',
      isFine: sounds.waiting < MOST,
      words: `${upTo(sounds.running)} running, ${upTo(sounds.waiting)} waiting`,
    },
    { name: 'Mail', isFine: mail.delivers && mail.failed === 0, words: mailWords(mail) },
    {
      name: 'Storage',
      isFine: storage.works && storage.freeBytes >= LITTLE_ROOM,
      words: storage.works ? `Works, room for ${fileSize(storage.freeBytes)}` : 'Files can’t be kept',
    },
    {
      name: 'Switches',
      isFine: stopped.length === 0,
      words: stopped.length ? `${stopped.map((what) => SWITCH_WORDS[what].name).join(', ')} stopped` : 'All running',
    },
  ]
}

const upTo = (count: number) => (count >= MOST ? `${MOST} or more` : String(count))

function mailWords({ delivers, waiting, failed }: Status['mail']) {
  if (!delivers) return 'No mail server is set'
  return failed ? `${upTo(failed)} failed, ${upTo(waiting)} waiting` : `${upTo(waiting)} waiting`
}
