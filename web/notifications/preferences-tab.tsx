import { CHOSEN_KINDS, DIGEST_HOUR, FIXED_KINDS, type Channels } from '#contract/notice-kinds.ts'
import type { Preferences } from '#contract/notification-preferences.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Failed } from '#web/ui/failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { usePreferences, type Change } from './use-preferences.ts'

/** Lets people choose which news reaches them, and how. */
export function Component() {
  const { preferences, isError, refetch, change } = usePreferences()
  if (isError && !preferences) return <Failed again={refetch}>Couldn’t load your preferences.</Failed>
  if (!preferences)
    return (
      <div role="status" aria-busy aria-label="Loading your preferences">
        <TextSkeleton lines={8} className="max-w-150" />
      </div>
    )
  return (
    <div className="grid max-w-[920px] gap-8">
      <section aria-labelledby="news" className="grid gap-3">
        <h2 id="news" className="text-xl font-bold">
          What reaches you
        </h2>
        <p className="max-w-[62ch] text-soft">
          A mail comes ten minutes after the news, unless you have read it on the site by then. The daily digest comes
          at {DIGEST_HOUR}:00 UTC, on days with news. A change counts at once.
        </p>
        {!preferences.mailsReach && (
          <p className="max-w-[62ch] rounded-md bg-curb px-4 py-3 text-soft">
            Your email is not confirmed yet, so none of these mails comes. The link in our mail confirms it; you can ask
            for another one <Link to={paths.account()}>in your profile</Link>.
          </p>
        )}
        <Table
          caption="News and how it reaches you"
          columns={chosenColumns(change)}
          rows={rowsOf(preferences)}
          rowKey={({ key }) => key}
        />
      </section>
      <section aria-labelledby="always" className="grid gap-3">
        <h2 id="always" className="text-xl font-bold">
          What always reaches you
        </h2>
        <p className="max-w-[62ch] text-soft">
          These notices stand on the site, and what you must not miss comes by mail.
        </p>
        <Table
          caption="News that can’t be switched off"
          columns={fixedColumns}
          rows={Object.values(FIXED_KINDS)}
          rowKey={({ label }) => label}
        />
      </section>
    </div>
  )
}

type Row = {
  key: string
  label: string
  text: string
  channels: Partial<Channels>
  changeOf: (on: Partial<Channels>) => Change
}

/** News about Slide comes by mail alone. */
const rowsOf = ({ items, updates }: Preferences): Row[] => [
  ...items.map(({ kind, ...channels }) => ({
    key: kind,
    label: CHOSEN_KINDS[kind].label,
    text: CHOSEN_KINDS[kind].text,
    channels,
    changeOf: (on: Partial<Channels>) => ({ kind, ...on }),
  })),
  {
    key: 'updates',
    label: 'News about Slide',
    text: 'Something new is worth your time.',
    channels: { mail: updates },
    changeOf: ({ mail = false }) => ({ updates: mail }),
  },
]

const CHANNELS: Record<keyof Channels, string> = { site: 'On the site', mail: 'Mail', digest: 'Daily digest' }
const channels = Object.keys(CHANNELS) as (keyof Channels)[]

const chosenColumns = (change: (change: Change) => void): Column<Row>[] => [
  { key: 'kind', head: 'News', title: true, cell: Named },
  ...channels.map((channel) => ({
    key: channel,
    head: CHANNELS[channel],
    cell: ({ label, channels: on, changeOf }: Row) =>
      on[channel] === undefined ? (
        <span className="text-dim">
          <span aria-hidden>–</span>
          <span className="sr-only">not offered</span>
        </span>
      ) : (
        <Switch
          checked={on[channel]}
          onChange={(event) => change(changeOf({ [channel]: event.target.checked }))}
          aria-label={`${label}: ${CHANNELS[channel]}`}
        />
      ),
  })),
]

type Fixed = { label: string; text: string; because: string }
const fixedColumns: Column<Fixed>[] = [
  { key: 'kind', head: 'News', title: true, cell: Named },
  { key: 'why', head: 'Why', cell: ({ because }) => <span className="text-soft max-md:text-right">{because}</span> },
]

function Named({ label, text }: { label: string; text: string }) {
  return (
    <div className="py-2">
      <p className="font-bold">{label}</p>
      <p className="text-[14px] font-normal text-soft">{text}</p>
    </div>
  )
}
