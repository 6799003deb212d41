import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GuestMessage } from '#contract/contact.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { Link } from '#web/link.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { useLastPage } from '#web/lists/use-last-page.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { when } from '#web/ui/when.ts'

const LIST = 'GET /admin/contact'

/** What guests wrote on the contact page. They are answered by mail. */
export function GuestMessages() {
  const { page, addressOfPage } = useDeskAddress()
  const [isDone, setIsDone] = useState(false)
  const list = useQuery({
    ...apiQuery(call, LIST, { query: { page, show: isDone ? 'done' : 'open' } }),
    placeholderData: keepPreviousData,
  })
  const { data } = list
  useLastPage(list.isPlaceholderData ? undefined : data, addressOfPage)
  return (
    <>
      <Checkbox checked={isDone} onChange={({ target }) => setIsDone(target.checked)}>
        Show what is done
      </Checkbox>
      {list.isError && !data && (
        <Failed again={list.refetch} className="mt-6">
          Couldn’t load the messages.
        </Failed>
      )}
      {list.isPending && (
        <div role="status" aria-busy aria-label="Loading messages" className="mt-5">
          {Array.from({ length: 4 }, (_, index) => (
            <RowSkeleton key={index} />
          ))}
        </div>
      )}
      {data?.items.length === 0 && (
        <p className="mt-6 text-lg text-soft">{isDone ? 'Nothing is done yet.' : 'No guest waits for an answer.'}</p>
      )}
      {data && data.items.length > 0 && (
        <ul className="mt-5 border-b border-rail/60">
          {data.items.map((message) => (
            <Row key={message.id} message={message} />
          ))}
        </ul>
      )}
      <Pager
        label="Pages of messages"
        className="mt-6"
        page={page}
        total={data?.totalPages ?? 0}
        link={(to, props) => <Link {...props} to={addressOfPage(to)} />}
      />
    </>
  )
}

function Row({ message: { id, name, email, topic, message, createdAt, isDone } }: { message: GuestMessage }) {
  const done = useAction({
    send: () => call('POST /admin/contact/:id/done', { params: { id }, body: { isDone: !isDone } }),
    failure: 'Couldn’t change the message.',
    refresh: [LIST],
  })
  const mail = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${topic}`)}`
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 border-t border-rail/60 py-4">
      <div className="min-w-0 flex-1 basis-80 wrap-anywhere">
        <p className="font-bold">
          {topic}: {name}
        </p>
        <p className="mt-1 whitespace-pre-line">{message}</p>
        <p className="num mt-1 text-[13px] text-dim">
          {email}, {when(createdAt)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <a href={mail} className={buttonClass({ size: 36 })}>
          Answer by mail
        </a>
        <Button size={36} loading={done.pending} onClick={() => void done.run(undefined)}>
          {isDone ? 'Put back' : 'Done'}
        </Button>
      </div>
    </li>
  )
}
