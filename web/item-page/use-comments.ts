import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReplyOf } from '#contract/caller.ts'
import type { Item } from '#contract/item.ts'
import type { Comment } from '#contract/social.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure, sentenceOf } from '#web/api/failure.ts'
import { useSession } from '#web/session/session.ts'
import { ask } from '#web/ui/ask.tsx'
import { toast } from '#web/ui/toast.ts'
import { itemRoute } from '#web/items/kinds.ts'
import { commentsQuery } from './comment-query.ts'

type Page = ReplyOf<'GET /beats/:id/comments'>
type Pages = InfiniteData<Page, number | null>

/** As the list has it: what one has just written is counted. */
export const useCommentTotal = (item: Pick<Item, 'id' | 'kind' | 'commentCount'>) =>
  useInfiniteQuery(commentsQuery(call, item)).data?.pages[0]?.total ?? item.commentCount

/** Changes to the list are seen at once, and taken back when the server doesn't agree. */
export function useComments(item: Pick<Item, 'id' | 'kind'>) {
  const queries = useQueryClient()
  const query = commentsQuery(call, item)
  const list = useInfiniteQuery(query)
  const { refetch } = list
  const inTurn = useTurns()
  const [isMoreAsked, setMoreAsked] = useState(false)
  const me = useSession((session) => session.auth?.userId)
  // the page was made for everybody a moment ago: what one has just written must not be missing
  useEffect(() => {
    if (me !== undefined) inTurn(refetch)
  }, [me, refetch, inTurn])
  const comments = (list.data?.pages ?? []).flatMap(({ items }) => items)

  const edit = (change: (pages: Page[]) => Page[]) =>
    queries.setQueryData<Pages>(query.queryKey, (data) => data && { ...data, pages: change(data.pages) })
  const settle = () => queries.cancelQueries({ queryKey: query.queryKey }) // an older answer must not undo it

  async function add(text: string) {
    await settle()
    const temporary = ownComment(text)
    edit((pages) => counted(prepended(pages, temporary), 1))
    try {
      const made = await call(itemRoute(item.kind, 'comments', 'POST'), { params: { id: item.id }, body: { text } })
      edit((pages) => mapped(pages, (comment) => (comment.id === temporary.id ? made : comment)))
      return true
    } catch (error) {
      edit((pages) => counted(without(pages, temporary.id), -1))
      toast.error(`Couldn't post comment. ${sentenceOf(error, '')}`.trim())
      return false
    } finally {
      if (!queries.getQueryData(query.queryKey)) inTurn(refetch) // there was no list to show it in
    }
  }

  async function remove(comment: Comment) {
    const question = { title: 'Delete comment?', text: 'It is gone for everybody.', action: 'Delete', danger: true }
    if (!(await ask(question))) return
    await settle()
    edit((pages) => counted(without(pages, comment.id), -1))
    try {
      await call('DELETE /comments/:id', { params: { id: comment.id } })
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 404) return // it was gone before: from another tab, say
      edit((pages) => restored(pages, comment))
      toast.error("Couldn't delete comment.")
    }
  }

  function more() {
    setMoreAsked(true)
    inTurn(() => list.fetchNextPage().finally(() => setMoreAsked(false)))
  }
  return { list, comments, add, remove, more, isMoreAsked }
}

/** One after the other: the query gives up what is on its way for what is asked for next. */
function useTurns() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback((fetch: () => Promise<unknown>) => {
    last.current = last.current.then(fetch)
  }, [])
}

/** Negative, so that it meets no id of the server. */
let temporaryId = 0
function ownComment(text: string): Comment {
  const { auth } = useSession.getState()
  return {
    id: --temporaryId,
    text,
    timeAgo: 'now',
    createdAt: new Date().toISOString(),
    user: { id: auth?.userId ?? 0, name: auth?.displayName || 'You', avatarUrl: auth?.avatarUrl ?? null, plan: 'free' },
  }
}

const prepended = ([first, ...rest]: Page[], comment: Comment) =>
  first ? [{ ...first, items: [comment, ...first.items] }, ...rest] : []
/** Where it was, among what has come since: newest first, and what is being sent is newer than all. */
function restored(pages: Page[], comment: Comment) {
  if (pages.some(({ items }) => items.some(({ id }) => id === comment.id))) return pages
  const isOlder = ({ id }: Comment) => id > 0 && id < comment.id
  const found = pages.findIndex(({ items }) => items.some(isOlder))
  const home = found === -1 ? pages.length - 1 : found
  const back = ({ items }: Page) => {
    const at = items.findIndex(isOlder)
    return items.toSpliced(at === -1 ? items.length : at, 0, comment)
  }
  return counted(
    pages.map((page, index) => (index === home ? { ...page, items: back(page) } : page)),
    1,
  )
}
const mapped = (pages: Page[], change: (comment: Comment) => Comment) =>
  pages.map((page) => ({ ...page, items: page.items.map(change) }))
const without = (pages: Page[], id: number) =>
  pages.map((page) => ({ ...page, items: page.items.filter((comment) => comment.id !== id) }))
const counted = (pages: Page[], by: number) => pages.map((page) => ({ ...page, total: page.total + by }))
