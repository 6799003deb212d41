import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contract/caller.ts'
import type { Item } from '#contract/item.ts'
import type { Comment } from '#contract/social.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure, sentenceOf } from '#web/api/failure.ts'
import { makeTurns } from '#web/api/in-turn.ts'
import { useAction } from '#web/api/use-action.ts'
import { useSession } from '#web/session/session.ts'
import { ask } from '#web/ui/ask.ts'
import { itemRoute } from '#web/items/kinds.ts'
import { commentsQuery } from './comment-query.ts'

type Page = ReplyOf<'GET /beats/:id/comments'>
type Pages = InfiniteData<Page, number | null>

/** The total from the list, which includes the visitor's new comment. */
export const useCommentTotal = (item: Pick<Item, 'id' | 'kind' | 'commentCount'>) =>
  useInfiniteQuery(commentsQuery(call, item)).data?.pages[0]?.total ?? item.commentCount

/** Shows changes of the list at once and undoes them when the server refuses. */
export function useComments(item: Pick<Item, 'id' | 'kind'>) {
  const queries = useQueryClient()
  const query = commentsQuery(call, item)
  const list = useInfiniteQuery(query)
  const { refetch } = list
  const [inTurn] = useState(makeTurns) // one request at a time: a new request would cancel the one before
  const [isMoreAsked, setMoreAsked] = useState(false)
  const me = useSession((session) => session.auth?.userId)
  // the page is cached for everybody and may lack the visitor's newest comment
  useEffect(() => {
    if (me !== undefined) void inTurn(refetch)
  }, [me, refetch, inTurn])
  const comments = (list.data?.pages ?? []).flatMap(({ items }) => items)

  const edit = (change: (pages: Page[]) => Page[]) =>
    queries.setQueryData<Pages>(query.queryKey, (data) => data && { ...data, pages: change(data.pages) })
  const settle = () => queries.cancelQueries({ queryKey: query.queryKey }) // an older answer must not undo the change

  const post = useAction({
    send: ({ text }: Comment) =>
      call(itemRoute(item.kind, 'POST comments'), { params: { id: item.id }, body: { text } }),
    async optimistic(temporary) {
      await settle()
      edit((pages) => counted(prepended(pages, temporary), 1))
      return () => edit((pages) => counted(without(pages, temporary.id), -1))
    },
    failure: (error) => `Couldn't post comment. ${sentenceOf(error, '')}`.trim(),
  })

  async function add(text: string) {
    const temporary = ownComment(text)
    const outcome = await post.run(temporary)
    if (outcome.done)
      edit((pages) => mapped(pages, (comment) => (comment.id === temporary.id ? outcome.result : comment)))
    if (!queries.getQueryData(query.queryKey)) void inTurn(refetch) // the list had not been loaded
    return outcome.done
  }

  const takeBack = useAction({
    send: ({ id }: Comment) => call('DELETE /comments/:id', { params: { id } }).catch(ignoreMissing),
    async optimistic(comment) {
      await settle()
      edit((pages) => counted(without(pages, comment.id), -1))
      return () => edit((pages) => restored(pages, comment))
    },
    failure: () => "Couldn't delete comment.",
  })

  async function remove(comment: Comment) {
    const question = { title: 'Delete comment?', text: 'It is gone for everybody.', action: 'Delete', danger: true }
    if (await ask(question)) await takeBack.run(comment)
  }

  function more() {
    setMoreAsked(true)
    void inTurn(() => list.fetchNextPage().finally(() => setMoreAsked(false)))
  }
  return { list, comments, add, remove, more, isMoreAsked }
}

/** Another tab may have deleted the comment already. */
function ignoreMissing(error: unknown) {
  if (!(error instanceof ApiFailure && error.status === 404)) throw error
}

/** Negative, so that it is never the id of a stored comment. */
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
/** Puts a comment back into its place: newest first. Comments that are being sent are the newest. */
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
