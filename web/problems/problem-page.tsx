import { useQuery } from '@tanstack/react-query'
import { useParams } from '#web/router/hooks.ts'
import { PROBLEM_REASONS } from '#contract/problem-values.ts'
import type { Problem } from '#contract/problems.ts'
import { call } from '#web/api/call.ts'
import { isRefusal } from '#web/api/failure.ts'
import { apiQuery } from '#web/api/tools.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { price } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { ProblemTalk } from '#web/items/problem-talk.tsx'
import { isUnfinished } from '#web/items/problem-words.ts'
import { Link } from '#web/link.tsx'
import { useNewsOf } from '#web/live/use-news-of.ts'
import { paths } from '#web/paths.ts'
import { GateOfBanned } from '#web/session/gate.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { Failed } from '#web/ui/failed.tsx'
import { ArrowLeft, CircleCheck, Clock } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { nextWords } from './next-words.ts'
import { Steps } from './steps.tsx'

const NEWS = ['purchase', 'sale'] as const
const READS = ['GET /problems/:id'] as const

export function Component() {
  const id = Number(useParams().id)
  return (
    <GateOfBanned>
      <div className="wrap max-w-220 pt-6 pb-16 md:pt-10">
        <Link to={paths.problems()} className={buttonClass({ look: 'ghost' }, 'mb-3 -ml-4.5')}>
          <Icon of={ArrowLeft} size={17} />
          All problems
        </Link>
        {Number.isSafeInteger(id) && id > 0 ? <Found id={id} /> : <Missing />}
      </div>
    </GateOfBanned>
  )
}

function Found({ id }: { id: number }) {
  useNewsOf(NEWS, READS)
  const { data, error, isPending, refetch } = useQuery({
    ...apiQuery(call, 'GET /problems/:id', { params: { id } }),
    retry: false, // a problem that is not found stays so
  })
  if (data) return <View problem={data} />
  if (isPending)
    return (
      <div role="status" aria-busy aria-label="Loading the problem">
        <TextSkeleton lines={8} />
      </div>
    )
  if (isRefusal(error) && error.status !== 429) return <Missing />
  return <Failed again={refetch}>Couldn’t load the problem.</Failed>
}

const Missing = () => (
  <>
    <h1 className="disp text-[44px] md:text-[64px]">No problem found</h1>
    <p className="mt-4 text-lg text-soft">It is not yours, or it does not exist.</p>
  </>
)

function View({ problem }: { problem: Problem }) {
  const { item, role, purchaseId, buyer, seller, paid, reason, state } = problem
  const { head, next } = nextWords(problem)
  const isOpen = isUnfinished(state)
  return (
    <>
      <h1 className="disp text-[40px] wrap-anywhere md:text-[56px]">{PROBLEM_REASONS[reason]}</h1>
      <div className="num mt-5 flex items-center gap-4">
        <div className={cx('flex-none', kinds[item.kind].silhouette)}>
          <Cover src={coverFolder(item.coverUrl ?? '')} size={60} className="size-15 rounded-xs" />
        </div>
        <p className="min-w-0">
          <b className="wrap-anywhere">{item.title}</b>
          <span className="block text-sm text-soft">
            {item.licenseName}, {price(paid)},{' '}
            {role === 'buyer' ? (
              <>
                by {seller.name},{' '}
                <Link to={paths.library({ item: String(purchaseId) })} className="underline underline-offset-3">
                  purchase P-{purchaseId}
                </Link>
              </>
            ) : (
              <>bought by {buyer.name}</>
            )}
          </span>
        </p>
      </div>
      <section aria-label="How it stands" className="mt-7 grid gap-5 rounded-md bg-curb p-4 md:p-6">
        <div role="status">
          <h2 className="num flex items-center gap-2.5 text-xl font-bold">
            <Icon
              of={isOpen ? Clock : CircleCheck}
              size={20}
              className={isOpen ? 'flex-none text-warn' : 'flex-none text-ok'}
            />
            {head}
          </h2>
          <p className="num mt-1.5 text-soft">{next}</p>
        </div>
        <Steps problem={problem} />
      </section>
      <section aria-labelledby="said" className="mt-9">
        <h2 id="said" className="mb-4 text-xl font-bold">
          What was said
        </h2>
        <ProblemTalk problem={problem} />
      </section>
    </>
  )
}
