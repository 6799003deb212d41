import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'

const LOOK_EVERY = 30_000

/** What the operator has stopped. The server refuses it anyway; this says so before somebody tries. */
export const useStopped = () =>
  useQuery({ ...apiQuery(call, 'GET /house', undefined), refetchInterval: LOOK_EVERY }).data?.stopped ?? []
