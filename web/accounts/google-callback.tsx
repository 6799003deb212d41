import { useEffect, useRef, useState } from 'react'
import type { ErrorDetailsOf } from '#contract/caller.ts'
import { call, callAsGuest } from '#web/api/call.ts'
import { detailsOf, sentenceOf } from '#web/api/failure.ts'
import { paths } from '#web/paths.ts'
import { useLocation, useNavigate } from '#web/router/hooks.ts'
import { CodeForm } from '#web/session/code-form.tsx'
import { backFromGoogle, keepGoogleProof } from '#web/session/google.ts'
import { beginSession } from '#web/session/begin-session.ts'
import { SignInForm } from '#web/session/sign-in-form.tsx'
import { toast } from '#web/ui/toast.ts'
import { GoogleLink } from './google-link.tsx'
import { GoogleNewcomer } from './google-newcomer.tsx'
import { NarrowPage } from './narrow-page.tsx'
import { referralCode } from './referral.ts'

type Back = NonNullable<ReturnType<typeof backFromGoogle>>
type Grant = NonNullable<Back['grant']>
type Details<Code extends 'google_new' | 'google_link' | 'second_step_needed'> = ErrorDetailsOf<
  'POST /auth/google/callback',
  Code
>

/** What is left to do after Google's answer. */
type Step =
  | { name: 'done' }
  | { name: 'newcomer'; details: Details<'google_new'> }
  | { name: 'sign in to link'; details: Details<'google_link'> }
  | { name: 'code'; details: Details<'second_step_needed'> }
  | { name: 'link'; details: { ticket: string; email: string } }

/** The page to which Google leads back. */
export function Component() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [shown, setShown] = useState<{ step: Step; next: string } | null>(null)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return // in development React runs effects twice, and a code works once
    hasBegun.current = true
    const back = backFromGoogle(search)
    history.replaceState(history.state, '', paths.googleCallback()) // the code is nobody else's business
    const go = (to: string) => void navigate(to, { replace: true })
    if (!back) return go(paths.signup())
    stepOf(back).then(
      (step) => (step.name === 'done' ? go(back.next) : setShown({ step, next: back.next })),
      (error: unknown) => {
        if (back.purpose === 'sign-in') return go(paths.signup())
        toast.error(sentenceOf(error, 'Google did not confirm that. Try again.'))
        go(back.next)
      },
    )
  }, [navigate, search])
  if (!shown)
    return (
      <div className="wrap max-w-[584px] pt-12 md:pt-16">
        <h1 className="text-xl">Signing you in with Google...</h1>
      </div>
    )
  return <StepPage {...shown} go={(to) => void navigate(to, { replace: true })} />
}

async function stepOf({ grant, purpose }: Back): Promise<Step> {
  if (!grant) throw new Error('Google gave no code')
  if (purpose === 'sign-in') return signInStep(grant)
  const proof = await call('POST /me/google/ticket', { body: grant })
  if (purpose === 'link') return { name: 'link', details: proof }
  keepGoogleProof(proof.ticket)
  return { name: 'done' }
}

async function signInStep(grant: Grant): Promise<Step> {
  const route = 'POST /auth/google/callback'
  const referral = referralCode(null)
  try {
    const { token, refreshToken } = await callAsGuest(route, {
      body: { ...grant, ...(referral && { referralCode: referral }) },
    })
    if (!token || !refreshToken) throw new Error('Missing tokens')
    await beginSession({ accessToken: token, refreshToken })
    return { name: 'done' }
  } catch (error) {
    const newcomer = detailsOf(route, error, 'google_new')
    if (newcomer) return { name: 'newcomer', details: newcomer }
    const owner = detailsOf(route, error, 'google_link')
    if (owner) return { name: 'sign in to link', details: owner }
    const half = detailsOf(route, error, 'second_step_needed')
    if (half) return { name: 'code', details: half }
    throw error
  }
}

function StepPage({ step, next, go }: { step: Step; next: string; go: (to: string) => void }) {
  switch (step.name) {
    case 'newcomer':
      return <GoogleNewcomer {...step.details} onDone={() => go(next)} />
    case 'sign in to link':
      return <SignInToLink {...step.details} onDone={() => go(next)} />
    case 'link':
      return <GoogleLink {...step.details} onDone={() => go(next)} />
    case 'code':
      return (
        <NarrowPage title="Sign in" answers>
          <CodeForm token={step.details.token} onSignedIn={() => go(next)} onBack={() => go(paths.login(next))} />
        </NarrowPage>
      )
    case 'done':
      return null
  }
}

type LinkProps = { ticket: string; email: string; onDone: () => void }

/** An account has the address already. Its owner signs in first. */
function SignInToLink({ ticket, email, onDone }: LinkProps) {
  async function link() {
    try {
      await call('POST /me/google', { body: { ticket } })
      toast.success('Google is linked.')
    } catch (error) {
      toast.error(sentenceOf(error, 'Google could not be linked. Try again on the Safety tab.'))
    }
    onDone()
  }
  return (
    <NarrowPage title="Link Google" answers>
      <p className="text-soft">
        An account here has the address <strong className="wrap-anywhere text-ink">{email}</strong>. Sign in to it once
        as before. From then on Google signs you in, too.
      </p>
      <SignInForm email={email} onSignedIn={() => void link()} />
    </NarrowPage>
  )
}
