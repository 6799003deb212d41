import type { ReactNode } from 'react'
import { useSession } from '#web/session/session.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { Placed } from './placed.ts'

/** Sellers don't see their own promoted items, so that their views change no figure. */
export function useIsOwnSlot({ item }: Placed) {
  const own = useSession((session) => session.auth?.userId) === item.ownerId
  const hydrated = useHydrated()
  return hydrated && own
}

type Props = { place: Placed; children: ReactNode }

/** Only promoted items ask who looks at them: it costs a little for each card of a page. */
export const InSlot = ({ place, children }: Props) =>
  place.isPromoted ? <OwnSlot place={place}>{children}</OwnSlot> : children

/** Keeps the size of the place, so that nothing moves. */
function OwnSlot({ place, children }: Props) {
  if (!useIsOwnSlot(place)) return children
  return (
    <div className="relative h-full">
      <div aria-hidden inert className="invisible h-full">
        {children}
      </div>
      <OwnNote />
    </div>
  )
}

export const OwnNote = () => (
  <p className="absolute inset-0 grid place-items-center rounded-sm border border-dashed border-edge p-3 text-center text-[13px] text-soft">
    Others see your promoted item here.
  </p>
)
