import { useQuery } from '@tanstack/react-query'
import type { Promotion } from '#contract/promotions.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { exactly, price } from '#web/items/format.ts'
import { endWords, isRunning, paceWords } from '#web/promotions/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Stat, Stats } from '#web/ui/stat.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { Course } from './course.tsx'

/** The delivery of a promotion against its plan, and the clicks, plays and sales that followed. */
export function Report({ promotion }: { promotion: Promotion }) {
  const { id, guaranteed, delivered } = promotion
  const now = useNow()
  const detail = useQuery(apiQuery(call, 'GET /promotions/:id', { params: { id } }))
  return (
    <>
      <div className="mt-6 rounded-sm bg-curb p-6 max-md:-mx-4 max-md:rounded-none max-md:px-4 max-md:py-5">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div className="flex flex-wrap items-end gap-x-3.5 gap-y-1.5">
            <p className="disp num text-[56px] md:text-[72px]">{exactly(delivered)}</p>
            <p className="num pb-1 text-soft">
              of {exactly(guaranteed)} guaranteed impressions
              <span className="block text-dim">
                {isRunning(promotion) ? paceWords(promotion, now) : endWords(promotion)}
              </span>
            </p>
          </div>
          <Legend />
        </div>
        {detail.isError && <Failed again={detail.refetch}>The days could not be loaded.</Failed>}
        {detail.isPending && <TextSkeleton lines={8} className="mt-4 h-80" />}
        {detail.data && <Course promotion={detail.data} now={now} />}
      </div>
      <Brought promotion={promotion} />
    </>
  )
}

const Legend = () => (
  <p aria-hidden className="flex flex-wrap gap-5 text-[13px] text-soft">
    <span className="inline-flex items-center gap-2">
      <span className="h-2.5 w-3.5 rounded-[2px] bg-(--l,var(--color-soft))" />a day
    </span>
    <span className="inline-flex items-center gap-2">
      <span className="h-[3px] w-3.5 rounded-[2px] bg-ink" />
      in all
    </span>
    <span className="inline-flex items-center gap-2">
      <span className="w-3.5 border-t-2 border-dashed border-dim" />
      pace
    </span>
  </p>
)

/** Clicks, plays and sales, and what each has cost. */
function Brought({ promotion }: { promotion: Promotion }) {
  const { delivered, clicks, plays, sales, earned, paid, creditsUsed, creditsReturned } = promotion
  const cost = paid + creditsUsed - creditsReturned
  const each = (count: number) => count > 0 && `${price(cost / count)} each`
  const rate = delivered > 0 && `${((clicks / delivered) * 100).toFixed(1)}% of impressions`
  return (
    <Stats className="mt-9">
      <Stat label={<Label name="Clicks" notes={[rate, each(clicks)]} />} value={exactly(clicks)} />
      <Stat label={<Label name="Plays from it" notes={[each(plays)]} />} value={exactly(plays)} />
      <Stat label={<Label name="Sales from it" notes={[each(sales)]} />} value={exactly(sales)} />
      <Stat label={<Label name="Earned from it" notes={[costWords(promotion)]} />} value={price(earned)} />
    </Stats>
  )
}

const Label = ({ name, notes }: { name: string; notes: readonly (string | false)[] }) => (
  <>
    {name}
    {notes.map(
      (note) =>
        note && (
          <span key={note} className="num mt-px block text-soft">
            {note}
          </span>
        ),
    )}
  </>
)

function costWords({ paid, creditsUsed, isRerun }: Promotion) {
  if (isRerun) return 'for nothing, a rerun'
  if (creditsUsed === 0) return `for ${price(paid)} paid`
  return paid === 0
    ? `for ${price(creditsUsed)} in credits`
    : `for ${price(paid)} paid and ${price(creditsUsed)} in credits`
}

export function ReportDownload({ promotion: { id, title } }: { promotion: Promotion }) {
  const download = useAction({
    send: async () =>
      saveFile(await call('GET /promotions/:id/table', { params: { id } }), `slide-promotion-${id}.csv`),
    failure: 'The table could not be loaded.',
  })
  return (
    <Button look="ghost" size={36} loading={download.pending} onClick={() => void download.run(undefined)}>
      Download CSV<span className="sr-only"> of {title}</span>
    </Button>
  )
}
