import { useQuery } from '@tanstack/react-query'
import type { InputOf } from '#contract/caller.ts'
import { DAYS_TO_CHANGE_MIND, type Leaving } from '#contract/own-data.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { exactly, price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { accountNow, keepLeaving } from '#web/session/session.ts'
import { useStay } from '#web/session/use-stay.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { show } from '#web/ui/show.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { when } from '#web/ui/when.ts'
import { PasswordDialog } from './password-dialog.tsx'

export function LeavingSection() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /me/deletion', undefined))
  return (
    <section aria-labelledby="leaving" className="grid gap-5 border-t border-rail pt-8">
      <h2 id="leaving" className="text-xl font-bold">
        Delete your account
      </h2>
      {data ? (
        <Content data={data} />
      ) : isError ? (
        <Failed again={refetch}>Couldn’t load what a deletion would mean.</Failed>
      ) : (
        <div role="status" aria-busy aria-label="Loading what a deletion would mean">
          <TextSkeleton lines={6} className="max-w-150" />
        </div>
      )}
    </section>
  )
}

function Content({ data }: { data: Leaving }) {
  const stay = useStay()
  if (data.dueAt)
    return (
      <div className="grid justify-items-start gap-4">
        <p className="max-w-[62ch] text-soft">
          Your account will be deleted on <strong className="text-ink">{when(data.dueAt)}</strong>. Until then your
          items are hidden. You can still change your mind.
        </p>
        <Button look="paper" loading={stay.pending} onClick={() => void stay.run(undefined)}>
          Keep my account
        </Button>
      </div>
    )
  return (
    <>
      <p className="max-w-[62ch] text-soft">
        Your account goes after {DAYS_TO_CHANGE_MIND} days. Until then you can sign in and keep it. Afterwards nobody
        can bring it back.
      </p>
      <div className="grid gap-6 md:grid-cols-2">
        <Points title="What goes">{goes(data)}</Points>
        <Points title="What stays, and why">{stays(data)}</Points>
      </div>
      <YourCase data={data} />
      {data.isLastAdmin ? (
        <p className="max-w-[62ch] text-bad">
          You are the only admin of this shop. Make somebody else an admin first, then you can leave.
        </p>
      ) : (
        <Button className="justify-self-start border-bad text-bad" onClick={() => show(<LeaveDialog data={data} />)}>
          Delete my account
        </Button>
      )}
    </>
  )
}

const Points = ({ title, children }: { title: string; children: string[] }) => (
  <div>
    <h3 className="font-bold">{title}</h3>
    <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-soft">
      {children.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  </div>
)

const few = (n: number, one: string, many: string) => `${exactly(n)} ${n === 1 ? one : many}`

const goes = ({ items, onSale, purchases, shares }: Leaving) => [
  'Your name, profile, pictures, email and password. You are signed out everywhere.',
  items
    ? `${few(items, 'item', 'items')} of yours, ${exactly(onSale)} on sale. They leave the shop at once.`
    : 'Your items.',
  purchases
    ? `Your library with ${few(purchases, 'license', 'licenses')}. Download what you bought first.`
    : 'Your library.',
  ...(shares
    ? [`Your share of ${few(shares, 'item', 'items')} of others. Later sales earn you nothing. Offers to you end, too.`]
    : []),
  'Likes, follows, playlist, notices, messages to us, mails and sessions.',
]

const stays = ({ sold, comments }: Leaving) => [
  sold
    ? `${few(sold, 'license', 'licenses')} that you sold, with their files and papers: buyers have paid for them.`
    : 'Licenses that you sold: buyers have paid for them.',
  'Orders, payments and earnings, without your name in them: the tax office asks for them.',
  'The papers of licenses, with the names on them: they prove who may use what.',
  comments
    ? `${few(comments, 'comment', 'comments')}, by “Deleted user”: others have answered. Delete them first if you like.`
    : 'Comments, by “Deleted user”.',
]

/** What is open at present, each with the way to settle it. */
function YourCase({
  data: { balance, credits, problemsAsBuyer, problemsAsSeller, openOrders, payoutsOnTheirWay, planUntil, promotions },
}: {
  data: Leaving
}) {
  const open = [
    balance > 0 && (
      <>
        We owe you <strong className="text-ink">{price(balance)}</strong>. Have it{' '}
        <Link to={paths.account('payouts')}>paid out</Link> first, or <Link to={paths.contact()}>write to us</Link>.
      </>
    ),
    credits > 0 && (
      <>
        You have <strong className="text-ink">{price(credits)}</strong> of credits. They can’t be paid out.
      </>
    ),
    problemsAsBuyer > 0 && (
      <>
        {few(problemsAsBuyer, 'problem', 'problems')} with what you bought {problemsAsBuyer === 1 ? 'is' : 'are'} open.{' '}
        <Link to={paths.problems()}>See them</Link>: they end without a refund when you leave.
      </>
    ),
    problemsAsSeller > 0 && (
      <>
        {few(problemsAsSeller, 'buyer waits', 'buyers wait')} for your answer to a problem.{' '}
        <Link to={paths.problems()}>Answer</Link>, or we decide without you.
      </>
    ),
    openOrders > 0 && <>A payment of yours is on its way. The deletion waits until it is through.</>,
    planUntil !== null && (
      <>
        Your <Link to={paths.account('plans')}>plan</Link> is paid until {when(planUntil)}. It ends with your account,
        and what is left of it is not paid back. Cancel it first, if it renews before.
      </>
    ),
    promotions > 0 && (
      <>
        <Link to={paths.promos({ tab: 'yours' })}>{few(promotions, 'promotion', 'promotions')}</Link> of yours{' '}
        {promotions === 1 ? 'stops' : 'stop'} when your items leave the shop, and {promotions === 1 ? 'ends' : 'end'}{' '}
        with your account. Nothing is paid back.
      </>
    ),
    payoutsOnTheirWay > 0 && <>A payout is on its way to you. The deletion waits until PayPal confirms it.</>,
  ].filter((one) => one !== false)
  if (open.length === 0) return null
  return (
    <div className="rounded-md bg-curb px-4 py-3">
      <h3 className="font-bold">Before you leave</h3>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-soft [&_a]:underline [&_a]:underline-offset-3">
        {open.map((one, nth) => (
          <li key={nth}>{one}</li>
        ))}
      </ul>
    </div>
  )
}

async function leave(body: InputOf<'POST /me/deletion'>['body']) {
  const account = accountNow()
  keepLeaving(account, (await call('POST /me/deletion', { body })).dueAt)
}

function LeaveDialog({ data: { balance, credits, problemsAsBuyer, problemsAsSeller } }: { data: Leaving }) {
  const lost = [
    balance > 0 && `${price(balance)} that Slide owes me`,
    credits > 0 && `${price(credits)} of credits`,
    problemsAsBuyer + problemsAsSeller > 0 && 'my side in open problems',
  ].filter((one) => one !== false)
  return (
    <PasswordDialog
      title="Delete your account?"
      description={`It goes in ${DAYS_TO_CHANGE_MIND} days. A mail tells you how to keep it.`}
      action="Delete my account"
      danger
      {...(lost.length > 0 && { agreement: `I give up ${new Intl.ListFormat('en').format(lost)}.` })}
      send={(proof, giveUp) => leave({ ...proof, giveUp })}
      success="Your account will be deleted in a week."
      refresh={['GET /me/deletion', 'GET /me']}
    />
  )
}
