import { useQuery } from '@tanstack/react-query'
import { Check, TriangleAlert, X } from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import type { Submission } from '#contract/submission.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { BesidePlayer } from '#web/player/beside.tsx'
import { soundNow, usePlayer } from '#web/player/player.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Says that a file itself is heard, and not its tagged preview. */
export const MasterMark = () => (
  <span className="flex-none rounded-xs bg-paper px-1.5 py-0.5 text-[12px] leading-4 font-bold text-night">Master</span>
)

/** The row whose sound is in the player, and which of its masters that is, if it is one. */
export function useInPlayer(rows: readonly Submission[]) {
  const sound = usePlayer(soundNow)
  const row = rows.find(({ id }) => id === sound?.id)
  return { row, master: row && sound?.master }
}

type Props = { rows: readonly Submission[]; onApprove: (row: Submission) => void; onReject: (row: Submission) => void }

/** Shows the loudness of the master and the decision while a submission plays. */
export function ReviewInPlayer({ rows, onApprove, onReject }: Props) {
  const { row, master } = useInPlayer(rows)
  if (!row) return null
  return (
    <>
      {master && (
        <BesidePlayer at="mark">
          <MasterMark />
        </BesidePlayer>
      )}
      <BesidePlayer at="actions">
        {master && row.kind === 'BEAT' && <Loudness row={row} master={master} className="max-[90rem]:hidden" />}
        {row.status === 'pending' && (
          <span className="ml-1.5 flex gap-1.5">
            <Button look="rail" size={36} className="max-xl:size-11 max-xl:px-0" onClick={() => onReject(row)}>
              <Icon of={X} size={16} />
              <span className="max-xl:sr-only">Reject</span>
            </Button>
            <Button look="paper" size={36} className="max-xl:size-11 max-xl:px-0" onClick={() => onApprove(row)}>
              <Icon of={Check} size={16} />
              <span className="max-xl:sr-only">Approve</span>
            </Button>
          </span>
        )}
      </BesidePlayer>
    </>
  )
}

type LoudnessProps = { row: Submission; master: 'present' | 'new'; className: string }

/** The loudness of one of a beat’s masters, with a warning where it clips. */
export function Loudness({ row, master, className }: LoudnessProps) {
  const { id, version } = row
  const { queryKey, queryFn } = apiQuery(call, 'GET /admin/beats/:id/loudness', {
    params: { id },
    query: master === 'new' ? { proposed: 'true' } : {},
  })
  const { data } = useQuery({ queryKey: [...queryKey, version], queryFn, staleTime: Infinity })
  if (!data) return null
  const { lufs, peakDb, clips } = data
  return (
    <dl className={`num flex gap-3 text-[12px] leading-4 whitespace-nowrap ${className}`}>
      <Measure name="Loudness">{lufs === null ? '–' : `${minus(lufs)} LUFS`}</Measure>
      <Measure name="Peak">
        {clips === 0 ? (
          `${minus(peakDb)} dB`
        ) : (
          <span className="flex items-center gap-1 text-warn">
            <Icon of={TriangleAlert} size={14} />
            {minus(peakDb)} dB, clips
          </span>
        )}
      </Measure>
    </dl>
  )
}

const Measure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-dim">{name}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
)

const minus = (value: number) => value.toFixed(1).replace('-', '−')
