import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { BAN_CATEGORIES } from '#contract/ban-values.ts'
import type { OwnBan } from '#contract/bans.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { askToLeavePage } from '#web/forms/use-leave-guard.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { GateOfBanned } from '#web/session/gate.tsx'
import { lookAtAccount, signOut } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { when } from '#web/ui/when.ts'
import { Appeal } from './appeal.tsx'

export const Component = () => (
  <GateOfBanned>
    <BannedPage />
  </GateOfBanned>
)

/** Why the visitor is banned, what is left, and the appeal. */
function BannedPage() {
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /me/ban', undefined))
  const isOpen = data?.ban === null
  useEffect(() => {
    if (isOpen) void lookAtAccount() // the ban may have ended while this browser was away
  }, [isOpen])
  return (
    <div className="wrap pt-8 pb-16 md:pt-14">
      {isError && !data ? (
        <Failed again={refetch}>Couldn’t load why your account is banned.</Failed>
      ) : !data ? (
        <div role="status" aria-busy aria-label="Loading">
          <TextSkeleton lines={8} />
        </div>
      ) : data.ban ? (
        <Ban ban={data.ban} />
      ) : (
        <Open />
      )}
    </div>
  )
}

const Heading = ({ children }: { children: ReactNode }) => (
  <h1 className="disp text-[42px] text-balance md:text-[64px]">{children}</h1>
)

const Open = () => (
  <>
    <Heading>Your account is open</Heading>
    <p className="mt-4 text-lg text-soft">No ban holds for it. Everything that was hidden is back.</p>
    <Link to={paths.home()} className={buttonClass({ look: 'paper' }, 'mt-6')}>
      Go to the start
    </Link>
  </>
)

const Ban = ({ ban }: { ban: OwnBan }) => (
  <div className="grid max-w-[920px] gap-10">
    <div>
      <Heading>Your account is banned</Heading>
      <p className="mt-4 text-lg">
        Since {when(ban.bannedAt)}.{' '}
        {ban.endsAt ? `The ban ends by itself: ${when(ban.endsAt)}.` : 'The ban has no end.'}
      </p>
      <p className="mt-5 font-bold">{BAN_CATEGORIES[ban.category]}</p>
      <blockquote className="mt-2 max-w-[62ch] border-l-3 border-bad pl-4 wrap-anywhere whitespace-pre-line text-soft">
        {ban.reason}
      </blockquote>
    </div>
    <div className="grid gap-8 md:grid-cols-2">
      <Points title="What the ban does">
        <li>Your profile, your items and your comments are hidden.</li>
        <li>You can’t buy, sell, write or upload.</li>
        <li>Payouts wait until we have decided about them. Your balance stays yours.</li>
        <li>A plan is not renewed. Buyers keep what they bought from you.</li>
      </Points>
      <Points title="What you can do">
        <li>
          <Link to={paths.library()} className="underline">
            Download what you bought
          </Link>
        </li>
        <li>
          <Link to={paths.account('data')} className="underline">
            Save your data, or delete your account
          </Link>
        </li>
        <li>
          Read the{' '}
          <Link to={paths.terms()} className="underline">
            Terms
          </Link>
        </li>
      </Points>
    </div>
    <Appeal ban={ban} />
    <Button className="justify-self-start" onClick={() => void askToLeavePage().then((may) => may && signOut())}>
      Sign out
    </Button>
  </div>
)

const Points = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="font-bold">{title}</h2>
    <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-soft">{children}</ul>
  </section>
)
