import type { ReactNode } from 'react'
import { BAN_CATEGORIES } from '#contract/ban-values.ts'
import type { DeskBan, DeskPersonDetail } from '#contract/desk-people.ts'
import { PLANS } from '#contract/plans.ts'
import { day, exactly, price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { when } from '#web/ui/when.ts'
import { PersonMarks } from './person-marks.tsx'

/** What is known about a person, and where more stands. */
export function PersonFacts({ person }: { person: DeskPersonDetail }) {
  const { id, email } = person
  return (
    <div className="grid gap-6">
      <div className="[&>span]:justify-start">
        <PersonMarks person={person} />
      </div>
      <dl className="grid gap-x-8 gap-y-3 md:grid-cols-2">
        {factsOf(person).map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-t border-rail/60 pt-2.5">
            <dt className="text-soft">{name}</dt>
            <dd className="num min-w-0 text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <To address={paths.profile(id)}>Profile</To>
        <To address={paths.desk('orders', { q: email })}>Orders</To>
        <To address={paths.desk('payouts', { person: String(id), show: 'all' })}>Payouts</To>
        <To address={paths.desk('promotions', { person: String(id) })}>Promotions</To>
        <To address={paths.desk('codes', { person: String(id) })}>Codes</To>
        <To address={paths.desk('audit', { person: String(id) })}>Audit</To>
      </p>
      {person.bans.length > 0 && (
        <section aria-labelledby="bans">
          <h3 id="bans" className="mb-2 font-bold">
            Bans
          </h3>
          <ul className="grid gap-4">
            {person.bans.map((ban) => (
              <Ban key={ban.id} ban={ban} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const To = ({ address, children }: { address: string; children: ReactNode }) => (
  <Link to={address} className="underline decoration-rail underline-offset-4 hover:decoration-ink">
    {children}
  </Link>
)

function factsOf(person: DeskPersonDetail): [string, ReactNode][] {
  const { planUntil, grant, deletionDueAt, legalName, lastSeenAt } = person
  return [
    ['Email', `${person.email}${person.emailVerified ? '' : ' (not confirmed)'}`],
    ['Plan', PLANS[person.plan].name],
    ...(planUntil ? [['Subscription paid until', day(planUntil)] satisfies [string, string]] : []),
    ...(grant
      ? [
          ['Given', `${PLANS[grant.plan].name} until ${when(grant.until)}, by ${grant.by}: ${grant.reason}`] satisfies [
            string,
            string,
          ],
        ]
      : []),
    ['Items', `${exactly(person.items)}, ${exactly(person.onSale)} on sale`],
    ['Sales', exactly(person.sales)],
    ['Balance', `${price(person.balance)}, ${price(person.pending)} pending`],
    ['Bought', exactly(person.purchases)],
    ['Unpaid orders', exactly(person.openOrders)],
    ['Open reports', exactly(person.reports)],
    ['Open problems', exactly(person.problems)],
    ['Sessions', `${exactly(person.sessions)}${lastSeenAt ? `, last seen ${when(lastSeenAt)}` : ''}`],
    ...(legalName ? [['Legal name', legalName] satisfies [string, string]] : []),
    ...(deletionDueAt ? [['Is deleted', when(deletionDueAt)] satisfies [string, string]] : []),
  ]
}

const Quote = ({ children }: { children: ReactNode }) => (
  <blockquote className="mt-1 border-l-3 border-rail pl-3 wrap-anywhere whitespace-pre-line text-soft">
    {children}
  </blockquote>
)

const Ban = ({ ban }: { ban: DeskBan }) => (
  <li className="text-sm">
    <p>
      <b>{BAN_CATEGORIES[ban.category]}</b>, {when(ban.bannedAt)}, by {ban.by}.{' '}
      {ban.liftedAt
        ? `Ended ${when(ban.liftedAt)}${ban.liftedBy ? `, lifted by ${ban.liftedBy}` : ', by itself'}.`
        : ban.endsAt
          ? `Ends ${when(ban.endsAt)}.`
          : 'No end.'}
    </p>
    <Quote>{ban.reason}</Quote>
    {ban.appeal !== null && ban.appealedAt !== null && (
      <>
        <p className="mt-2">Appealed {when(ban.appealedAt)}</p>
        <Quote>{ban.appeal}</Quote>
      </>
    )}
    {ban.answer !== null && ban.answeredAt !== null && (
      <>
        <p className="mt-2">
          Answered {when(ban.answeredAt)} by {ban.answeredBy}
        </p>
        <Quote>{ban.answer}</Quote>
      </>
    )}
    {ban.liftedFor && ban.liftedFor !== ban.answer && (
      <>
        <p className="mt-2">Lifted for</p>
        <Quote>{ban.liftedFor}</Quote>
      </>
    )}
  </li>
)
