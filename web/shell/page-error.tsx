import { useEffect } from 'react'
import { adviceAbout } from '#web/api/failure.ts'
import { ReloadNeeded } from '#web/on-demand/import-chunk.ts'
import { useNavigate } from '#web/router/hooks.ts'
import { Button } from '#web/ui/button.tsx'

const KEY = 'slide.reloaded-for'

/** A page reloads by itself once. If that does not help, or nothing can be stored, the error is shown. */
function isFirst(page: string) {
  try {
    if (sessionStorage.getItem(KEY) === page) return false
    sessionStorage.setItem(KEY, page)
    return true
  } catch {
    return false
  }
}

/** Replaces a screen that failed. The rest of the page stays. */
export function PageError({ error }: { error: unknown }) {
  const navigate = useNavigate()
  /** Tries again without a reload where possible, so that sound goes on. */
  const retry = () =>
    error instanceof ReloadNeeded ? location.reload() : void navigate(location.href, { replace: true })
  useEffect(() => {
    console.error(error)
    if (error instanceof ReloadNeeded && isFirst(location.href)) location.reload()
  }, [error])
  useEffect(() => {
    // as lists do
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  })
  return (
    <div className="wrap grid justify-items-start gap-5 pt-12 md:pt-16">
      <h1 className="disp text-[44px] md:text-[64px]">That did not work</h1>
      <p role="alert" className="text-lg text-soft">
        This page could not be loaded. {adviceAbout(error)}
      </p>
      <Button look="paper" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}
