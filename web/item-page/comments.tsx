import { useState } from 'react'
import type { ItemDetail } from '#contract/item-detail.ts'
import { exactly } from '#web/items/format.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentRow } from './comment-row.tsx'
import { useComments, useCommentTotal } from './use-comments.ts'
import { useFocusFirstNew } from './use-focus-first-new.ts'

/** The comments, newest first. */
export function Comments({ item }: { item: ItemDetail }) {
  const { list, comments, add, remove, more, isMoreAsked } = useComments(item)
  const total = useCommentTotal(item)
  const [said, setSaid] = useState('')
  const { list: rows, focusFirstNew } = useFocusFirstNew<HTMLOListElement>(comments.length)
  async function send(text: string) {
    setSaid('')
    const isPosted = await add(text)
    if (isPosted) setSaid('Comment posted.')
    return isPosted
  }
  function showMore() {
    focusFirstNew()
    more()
  }
  return (
    <section id="comments" aria-labelledby="comments-title" className="scroll-mt-20">
      <SectionHeading id="comments-title" className="mb-4" count={exactly(total)}>
        Comments
      </SectionHeading>
      <CommentForm item={item} onSend={send} />
      <p role="status" className="sr-only">
        {said}
      </p>
      {list.isPending && (
        <p role="status" className="mt-6 text-soft">
          Loading…
        </p>
      )}
      {list.isError && (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <p role="alert">Couldn't load comments.</p>
          <Button size={36} onClick={() => (comments.length ? more() : void list.refetch())}>
            Try again
          </Button>
        </div>
      )}
      {list.isSuccess && comments.length === 0 && <p className="mt-6 text-soft">No comments yet.</p>}
      <ol ref={rows} aria-label="Comments" className="mt-3">
        {comments.map((comment) => (
          <CommentRow key={comment.id} comment={comment} onDelete={() => void remove(comment)} />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button size={36} className="mt-5" loading={isMoreAsked} onClick={showMore}>
          Load more
        </Button>
      )}
    </section>
  )
}
