import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleX, RotateCcw, X } from '#web/ui/icons.ts'
import { useEffect } from 'react'
import type { MediaSteps } from '#contract/studio-upload.ts'
import { askAnew } from '#web/api/ask-anew.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { musicKey } from '#web/items/format.ts'
import { useNewsOf } from '#web/live/use-news-of.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { removeItem } from './change-uploads.ts'
import { Stops } from './stops.tsx'
import type { SentItem } from './uploads.ts'

const LOOK_AGAIN = 2_000
const DECISIONS = ['approved', 'rejected'] as const
const READS = ['GET /me/items/:id/steps'] as const

/** It is with the reviewers, or a step has failed. */
const hasEnded = ({ steps }: MediaSteps) =>
  steps.some(({ step, state }) => state === 'failed' || (step === 'Review' && state !== 'waiting'))

/** A sent item in the tray, on its way to the review. */
export function ItemEntry({ item }: { item: SentItem }) {
  const { id, title, style, bpm, key } = item
  const queries = useQueryClient()
  const { data, error } = useQuery({
    ...apiQuery(call, 'GET /me/items/:id/steps', { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : LOOK_AGAIN),
  })
  useNewsOf(DECISIONS, READS)
  const retry = useAction({
    send: () => call('POST /me/items/:id/retry', { params: { id } }),
    failure: 'That did not work.',
    refresh: ['GET /me/items/:id/steps', 'GET /me/items'],
  })
  const ended = data !== undefined && hasEnded(data)
  useEffect(() => {
    if (ended) void askAnew(queries, 'GET /me/items')
  }, [ended, queries])
  const isGone = error instanceof ApiFailure && error.status === 404
  useEffect(() => {
    if (isGone) removeItem(id)
  }, [isGone, id])
  const failed = data?.steps.find(({ state }) => state === 'failed')
  const facts = [bpm && `${bpm} BPM`, key && musicKey(key)].filter(Boolean).join(', ')
  return (
    <div
      role="group"
      aria-label={title}
      className="flex min-w-0 items-center gap-x-5 gap-y-3 not-group-data-row/tray:flex-wrap"
    >
      <div className="min-w-0 flex-1">
        <p className="truncate font-bold">{title}</p>
        <p className="num flex items-center gap-1.5 text-[13px] text-dim">
          {style && (
            <LineCode line={style.line} className="text-[12px]">
              {style.code}
            </LineCode>
          )}
          <span className="truncate">{facts}</span>
        </p>
      </div>
      {failed ? (
        <p role="alert" className="flex min-w-0 flex-[2_1_240px] items-start gap-2 text-[13px]">
          <Icon of={CircleX} size={16} className="mt-0.5 flex-none text-bad" />
          <span className="line-clamp-3">
            <b className="text-bad">{failed.step === 'Review' ? 'Not approved.' : `${failed.step} failed.`}</b>{' '}
            {failed.message}
          </span>
        </p>
      ) : (
        data && (
          <div className="min-w-0 flex-none not-group-data-row/tray:order-1 not-group-data-row/tray:basis-full group-data-row/tray:w-32 xl:group-data-row/tray:w-78">
            <Stops steps={data.steps} line={style?.line} />
          </div>
        )
      )}
      <span className="flex flex-none items-center">
        {data?.canRetry && (
          <Button size={36} loading={retry.pending} onClick={() => void retry.run(undefined)}>
            <Icon of={RotateCcw} size={15} />
            Try again
          </Button>
        )}
        <IconButton label={`Take ${title} off this list`} onClick={() => removeItem(id)}>
          <Icon of={X} size={19} />
        </IconButton>
      </span>
    </div>
  )
}
