import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Arguments, ReadRoute, ReplyOf } from '#contract/caller.ts'
import { call } from './call.ts'
import { apiQuery, listQuery } from './tools.ts'

/** On the server the loader has already filled the cache, so that nothing is fetched there. */
export const useApi = <R extends ReadRoute>(route: R, ...[input]: Arguments<R>): ReplyOf<R> =>
  useSuspenseQuery(apiQuery(call, route, input)).data

/** For what a page can do without: undefined while it fails. */
export const useApiIfThere = <R extends ReadRoute>(route: R, ...[input]: Arguments<R>): ReplyOf<R> | undefined =>
  useQuery(apiQuery(call, route, input)).data

/** For a list that is narrowed down or turned over: the old one stays until the new one is there. */
export const useApiList = <R extends ReadRoute>(route: R, ...[input]: Arguments<R>) =>
  useQuery({ ...listQuery(route, input), placeholderData: keepPreviousData })
