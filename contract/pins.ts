import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Item } from './item.ts'
import { id } from './paging.ts'
import { PINS_MOST } from './pin-limits.ts'

const Pinned = z.object({ items: z.array(Item) })

export const pins = {
  of: endpoint({
    method: 'GET',
    path: '/users/:id/pinned',
    auth: 'anyone',
    summary: 'The items on sale that lead a profile, in their order',
    params: z.object({ id }),
    reply: Pinned,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/me/pinned',
    auth: 'user',
    summary: 'Lead your profile with these of your items on sale, in this order',
    body: z.object({
      items: z
        .array(z.int().min(1))
        .max(PINS_MOST, `Pin at most ${PINS_MOST} items.`)
        .refine((ids) => new Set(ids).size === ids.length, 'Name each item once.'),
    }),
    reply: Pinned,
  }),
}
