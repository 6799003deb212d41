import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Arguments, ReadRoute, ReplyOf } from '#contract/caller.ts'
import { call } from './call.ts'
import { apiQuery, listQuery } from './tools.ts'

/** The data of a call. The loader has filled the cache, so the server fetches nothing here. */
export const useApi = <R extends ReadRoute>(route: R, ...[input]: Arguments<R>): ReplyOf<R> =>
  useSuspenseQuery(apiQuery(call, route, input)).data

/** Data that a page can do without; undefined if it could not be loaded. */
export const useOptionalApi = <R extends ReadRoute>(route: R, ...[input]: Arguments<R>): ReplyOf<R> | undefined =>
  useQuery(apiQuery(call, route, input)).data

/** A list with filters and pages. The old one stays visible until the new one is loaded. */
export const useApiList = <R extends ReadRoute>(route: R, ...[input]: Arguments<R>) =>
  useQuery({ ...listQuery(route, input), placeholderData: keepPreviousData })
