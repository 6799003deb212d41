import { useIsLoading } from '#web/router/hooks.ts'

/** Shows that the next page is loading, if that takes a while. */
export const Loading = () =>
  useIsLoading() && (
    <p
      aria-live="polite"
      className="slide-in fixed top-18 left-1/2 z-60 -translate-x-1/2 rounded-sm bg-wall px-4 py-2 shadow-pop [animation-delay:400ms] [animation-fill-mode:backwards]"
    >
      Loading…
    </p>
  )
