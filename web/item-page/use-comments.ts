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
import { ask } from '#web/ui/ask.tsx'
import { itemRoute } from '#web/items/kinds.ts'
import { commentsQuery } from './comment-query.ts'

type Page = ReplyOf<'GET /beats/:id/comments'>
type Pages = InfiniteData<Page, number | null>

/** As the list has it: one's own new comment is counted. */
export const useCommentTotal = (item: Pick<Item, 'id' | 'kind' | 'commentCount'>) =>
  useInfiniteQuery(commentsQuery(call, item)).data?.pages[0]?.total ?? item.commentCount

/** Changes to the list are seen at once, and taken back when the server doesn't agree. */
export function useComments(item: Pick<Item, 'id' | 'kind'>) {
  const queries = useQueryClient()
  const query = commentsQuery(call, item)
  const list = useInfiniteQuery(query)
  const { refetch } = list
  const [inTurn] = useState(makeTurns) // a query gives up the answer on its way for the next question
  const [isMoreAsked, setMoreAsked] = useState(false)
  const me = useSession((session) => session.auth?.userId)
  // the page was made for everybody a moment ago: one's own newest comment may be missing
  useEffect(() => {
    if (me !== undefined) void inTurn(refetch)
  }, [me, refetch, inTurn])
  const comments = (list.data?.pages ?? []).flatMap(({ items }) => items)

  const edit = (change: (pages: Page[]) => Page[]) =>
    queries.setQueryData<Pages>(query.queryKey, (data) => data && { ...data, pages: change(data.pages) })
  const settle = () => queries.cancelQueries({ queryKey: query.queryKey }) // an older answer must not undo it

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
    if (!queries.getQueryData(query.queryKey)) void inTurn(refetch) // there was no list to show it in
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

/** Another tab may have deleted the comment before. */
function ignoreMissing(error: unknown) {
  if (!(error instanceof ApiFailure && error.status === 404)) throw error
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
/** Back in its place: newest first, and a comment that is being sent is newer than all. */
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
