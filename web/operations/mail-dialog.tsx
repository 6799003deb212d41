import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Mail } from '#contract/operations.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { MailBody } from './mail-body.tsx'
import { MailState, nextAttempt } from './mail-state.tsx'
import { when } from '#web/ui/when.ts'

/** Shows one mail. A failed one can be sent again. */
export function MailDialog({ mail, delivers }: { mail: Mail; delivers: boolean }) {
  const [open, setOpen] = useState(true)
  const { data, isError, refetch } = useQuery(apiQuery(call, 'GET /admin/mail/:id', { params: { id: mail.id } }))
  const retry = useAction({
    send: (id: number) => call('POST /admin/mail/:id/retry', { params: { id }, body: {} }),
    success: 'The mail is sent again.',
    failure: 'Couldn’t send the mail again.',
    refresh: ['GET /admin/mail', 'GET /admin/mail/:id', 'GET /admin/overview/waiting', 'GET /admin/actions'],
  })
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="wide"
      title={mail.subject}
      description={`To ${mail.to}, ${when(mail.createdAt)}`}
      footer={
        mail.state === 'failed' &&
        delivers && (
          <Button
            look="paper"
            loading={retry.pending}
            onClick={() => void retry.run(mail.id).then(({ done }) => setOpen(!done))}
          >
            Send again
          </Button>
        )
      }
    >
      <p className="mb-4">
        <MailState state={mail.state} delivers={delivers} />
        {mail.sentAt && <span className="text-soft"> {when(mail.sentAt)}</span>}
        {mail.failure && <span className="text-soft wrap-anywhere">: {mail.failure}</span>}
        {mail.nextAttemptAt && <span className="block text-soft">{nextAttempt(mail.nextAttemptAt)}</span>}
      </p>
      {data && <MailBody text={data.text} htmlUrl={data.htmlUrl} />}
      {isError && <Failed again={refetch}>Couldn’t load the mail.</Failed>}
      {!data && !isError && <TextSkeleton lines={6} />}
    </Dialog>
  )
}
