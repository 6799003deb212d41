import { useQuery } from '@tanstack/react-query'
import type { Item } from '#contract/item.ts'
import { PINS_MOST } from '#contract/pin-limits.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { ArrowUp, Pin, PinOff } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { MenuItem } from '#web/ui/menu.tsx'

/** Pins an own item to the profile, moves it up among the pinned ones, or takes it off. */
export function PinEntries({ item: { id, ownerId } }: { item: Item }) {
  const { data } = useQuery(apiQuery(call, 'GET /users/:id/pinned', { params: { id: ownerId } }))
  const pin = useAction({
    send: (items: number[]) => call('PUT /me/pinned', { body: { items } }),
    failure: "Couldn't change what is pinned.",
    refresh: ['GET /users/:id/pinned', 'GET /users/:id/beats/approved'],
  })
  if (!data) return null
  const pinned = data.items.map((item) => item.id)
  const place = pinned.indexOf(id)
  const others = pinned.filter((one) => one !== id)
  if (place < 0)
    return (
      <MenuItem disabled={pinned.length >= PINS_MOST} onSelect={() => void pin.run([...pinned, id])}>
        <Icon of={Pin} size={18} />
        {pinned.length >= PINS_MOST ? `${PINS_MOST} items are pinned` : 'Pin to profile'}
      </MenuItem>
    )
  return (
    <>
      {place > 0 && (
        <MenuItem onSelect={() => void pin.run(others.toSpliced(place - 1, 0, id))}>
          <Icon of={ArrowUp} size={18} />
          Move up among pinned
        </MenuItem>
      )}
      <MenuItem onSelect={() => void pin.run(others)}>
        <Icon of={PinOff} size={18} />
        Unpin from profile
      </MenuItem>
    </>
  )
}
