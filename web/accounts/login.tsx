import { useNavigate, useLocation } from '#web/router/hooks.ts'
import { Link } from '#web/link.tsx'
import { paths, safeNext } from '#web/paths.ts'
import { SignInForm } from '#web/session/sign-in-form.tsx'
import { useSession } from '#web/session/session.ts'
import { mayChangeAccount, useForwardSignedIn } from '#web/session/use-forward-signed-in.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

export function Component() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const query = new URLSearchParams(search)
  const next = safeNext(query.get('next')) ?? paths.profile('me')
  const asked = (useHydrated() && query.get('next')) || undefined // the server does not read it
  useForwardSignedIn(next)
  const signedInAs = useSession(({ auth }) => auth?.displayName)
  return (
    <div className="wrap grid max-w-[520px] gap-7 pt-12 md:pt-16">
      <h1 className="disp text-[44px] md:text-[64px]">Sign in</h1>
      {(state as Partial<typeof mayChangeAccount> | null)?.mayChangeAccount && signedInAs && (
        <p className="text-soft">
          You are signed in as <strong className="text-ink">{signedInAs}</strong>. That page is for admins: sign in with
          an admin’s account.
        </p>
      )}
      <SignInForm
        next={next}
        onSignedIn={() => void navigate(next, { replace: true })}
        signUp={
          <Link to={paths.register(asked)} className="font-semibold text-ink underline">
            Sign up
          </Link>
        }
      />
    </div>
  )
}
