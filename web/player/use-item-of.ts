import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { itemRouteById } from '#web/items/kinds.ts'
import type { Sound } from './sound.ts'

/** The item behind a sound, once it is loaded. */
export const useItemOf = ({ kind, id }: Sound) =>
  useQuery({ ...apiQuery(call, itemRouteById(kind), { params: { id } }), staleTime: 60_000 }).data
