import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Button } from '#web/ui/button.tsx'

const KEY = 'slide.reloaded-for'

/** A screen's code that is no longer there: a new release has taken its place since this page was loaded. */
const isStale = (error: unknown) => error instanceof TypeError && /import|module/i.test(error.message)

/** Once for a page: if it is not mended by that, or nothing can be remembered, it is said. */
function isFirst(page: string) {
  try {
    if (sessionStorage.getItem(KEY) === page) return false
    sessionStorage.setItem(KEY, page)
    return true
  } catch {
    return false
  }
}

/** Instead of a screen that failed; the rest of the page stays. */
export function PageError() {
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
    if (isStale(error) && navigator.onLine && isFirst(location.href)) location.reload()
  }, [error])
  return (
    <div className="wrap grid justify-items-start gap-5 pt-12 md:pt-16">
      <h1 className="disp text-[44px] md:text-[64px]">That did not work</h1>
      <p role="alert" className="text-lg text-soft">
        This page could not be loaded. Check your connection and try again.
      </p>
      <Button look="paper" onClick={() => location.reload()}>
        Try again
      </Button>
    </div>
  )
}
