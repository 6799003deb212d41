import { useQuery } from '@tanstack/react-query'
import { DAYS_TO_KEEP_EXPORT, type OwnData } from '#contract/own-data.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { fileSize } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Download } from '#web/ui/icons.ts'
import { show } from '#web/ui/show.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { when } from '#web/ui/when.ts'
import { OwnFiles } from './own-files.tsx'
import { PasswordDialog } from './password-dialog.tsx'

/** An address to save the file works for ten minutes; while an export is made, the page looks again. */
const LOOK_AGAIN = { making: 3_000, ready: 5 * 60_000, failed: false } as const

export function ExportSection() {
  const { data, isError, refetch } = useQuery({
    ...apiQuery(call, 'GET /me/data', undefined),
    refetchInterval: ({ state }) => LOOK_AGAIN[state.data?.export?.state ?? 'failed'],
  })
  return (
    <section aria-labelledby="export" className="grid gap-4">
      <h2 id="export" className="text-xl font-bold">
        Take your data with you
      </h2>
      <p className="max-w-[62ch] text-soft">
        Everything that Slide holds about you in one ZIP: a page to read, the same for programs, and the pictures and
        sounds that you sent. It takes a moment; a mail tells you. The file is kept for {DAYS_TO_KEEP_EXPORT} days, and
        you can ask once a day.
      </p>
      {data ? (
        <State data={data} />
      ) : isError ? (
        <Failed again={refetch}>Couldn’t load your export.</Failed>
      ) : (
        <div role="status" aria-busy aria-label="Loading your export">
          <TextSkeleton lines={2} className="max-w-100" />
        </div>
      )}
      <OwnFiles />
    </section>
  )
}

function State({ data: { export: made, canAskAt } }: { data: OwnData }) {
  return (
    <div className="grid justify-items-start gap-3">
      <div role="status">
        {made?.state === 'making' && <p className="text-soft">Your export is being made. You can leave this page.</p>}
        {made?.state === 'failed' && <p className="text-bad">Your export could not be made. Ask for it again.</p>}
        {made?.until && (
          <p className="text-soft">
            Your export of {when(made.askedAt)} is ready, until {when(made.until)}.
          </p>
        )}
      </div>
      {made?.url && (
        <a href={made.url} download className={buttonClass({ look: 'paper' })}>
          <Icon of={Download} size={18} />
          Save the ZIP ({fileSize(made.bytes ?? 0)})
        </a>
      )}
      {canAskAt === null ? (
        <Button onClick={() => show(<AskDialog />)}>Ask for my data</Button>
      ) : (
        made?.state === 'ready' && <p className="text-[13px] text-dim">You can ask again on {when(canAskAt)}.</p>
      )}
    </div>
  )
}

const AskDialog = () => (
  <PasswordDialog
    title="Ask for your data"
    description="Anybody who has this file knows all of it. So we make sure first that it is you."
    action="Make my export"
    send={(body) => call('POST /me/data/export', { body })}
    success="Your export is being made."
    refresh={['GET /me/data']}
  />
)
