import { useNavigate, useLocation } from 'react-router'
import { Link } from '#web/link.tsx'
import { paths, safeNext } from '#web/paths.ts'
import { SignInForm } from '#web/session/sign-in-form.tsx'
import { useForwardSignedIn } from '#web/session/use-forward-signed-in.ts'

export function Component() {
  const navigate = useNavigate()
  const query = new URLSearchParams(useLocation().search)
  const next = safeNext(query.get('next')) ?? paths.profile('me')
  useForwardSignedIn(next)
  return (
    <div className="wrap grid max-w-[520px] gap-7 pt-12 md:pt-16">
      <h1 className="disp text-[44px] md:text-[64px]">Sign in</h1>
      <SignInForm
        onSignedIn={() => void navigate(next, { replace: true })}
        signUp={
          <Link to={paths.register()} className="font-semibold text-ink underline">
            Sign up
          </Link>
        }
      />
    </div>
  )
}
