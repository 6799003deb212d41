import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import type { Sound } from './sound.ts'

const itemRoute = { BEAT: 'GET /beats/:id', PACK: 'GET /packs/:id', KIT: 'GET /kits/:id' } as const

/** What is sold of what plays, as soon as it is known. */
export const useItemOf = ({ kind, id }: Sound) =>
  useQuery({ ...apiQuery(call, itemRoute[kind], { params: { id } }), staleTime: 60_000 }).data
