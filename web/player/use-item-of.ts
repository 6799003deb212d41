import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { itemRouteById } from '#web/items/kinds.ts'
import { isPublic, type Sound } from './sound.ts'

/** The item behind a sound, once it is loaded. */
export const useItemOf = (sound: Sound) =>
  useQuery({
    ...apiQuery(call, itemRouteById(sound.kind), { params: { id: sound.id } }),
    staleTime: 60_000,
    enabled: isPublic(sound),
  }).data
