import { adviceAbout } from '#web/api/failure.ts'
import { Button } from '#web/ui/button.tsx'
import { BackLink } from './back-link.tsx'

/** Shown for an unknown name, and with `error` for an item that could not be loaded. */
export const ItemMissing = ({ error }: { error?: unknown }) => (
  <div className="wrap grid justify-items-start gap-6 pt-5">
    <BackLink />
    <h1 className="max-w-2xl text-xl font-bold">We couldn’t load that track.</h1>
    <p className="-mt-3 text-soft">
      {error ? adviceAbout(error) : 'It may have been taken off the store, or its address is not complete.'}
    </p>
    {Boolean(error) && (
      <Button look="paper" onClick={() => location.reload()}>
        Try again
      </Button>
    )}
  </div>
)
