import { Check, ChevronDown, CircleCheck, CirclePause, CircleSlash, CircleX, Clock, X } from '#web/ui/icons.ts'
import type { Submission } from '#contract/submission.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { duration, price } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { manyItems } from '#web/lists/list-words.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { firstPress } from '#web/ui/first-press.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { ageWords } from './age-words.ts'
import { ChangeNote } from './change-note.tsx'
import { IssueCount } from './issue-count.tsx'
import { Loudness, MasterMark, useInPlayer } from './master-mark.tsx'
import { MatchFlag, NotCompared } from './match-flag.tsx'
import { PlayMaster } from './play-master.tsx'
import { RowMenu } from './row-menu.tsx'
import { useIssues } from './verify.ts'

const states = {
  pending: { icon: Clock, word: 'Pending', color: 'text-info' },
  approved: { icon: CircleCheck, word: 'Approved', color: 'text-ok' },
  rejected: { icon: CircleX, word: 'Rejected', color: 'text-bad' },
  // after the review
  paused: { icon: CirclePause, word: 'Paused', color: 'text-dim' },
  sold: { icon: CircleCheck, word: 'Sold', color: 'text-ok' },
  taken_down: { icon: CircleSlash, word: 'Taken down', color: 'text-bad' },
}

/** After its review an item may be in other states than on sale. */
function shownState({ status, state }: Submission) {
  const isLater = state === 'paused' || state === 'sold' || state === 'taken_down'
  return status === 'approved' && isLater ? state : status
}

const AFTER_REVIEW = new Set<Submission['state']>(['published', 'paused', 'sold', 'taken_down'])

const cell = 'py-2.5 max-md:py-0 md:px-2 md:border-t border-rail/60 md:align-middle'

/** On a phone a decision is a wide button with its word. */
const decision = 'gap-2 max-md:flex max-md:h-11 max-md:flex-1 max-md:items-center max-md:justify-center max-md:bg-wall'

type Props = {
  row: Submission
  isChosen: boolean
  /** Its matches, and the contents of a pack or kit, are shown below the row. */
  isOpen: boolean
  onOpen: () => void
  onChoose: () => void
  onPlay: () => void
  onApprove: () => void
  onReject: () => void
}

/** A row of the table; a card on a phone. */
export function SubmissionRow({ row, isChosen, isOpen, onOpen, onChoose, onPlay, onApprove, onReject }: Props) {
  const now = useNow()
  const me = useSession((session) => session.auth?.displayName)
  const issues = useIssues(row)
  const { id, title, artistName, ownerId, kind, tags, status, state, style, coverUrl, match } = row
  const { master } = useInPlayer([row])
  const { icon, word, color } = states[shownState(row)]
  const waits = status === 'pending'
  const maker = (
    <Link to={paths.profile(ownerId)} className="hover:underline">
      {artistName}
    </Link>
  )
  const length = kind === 'KIT' ? manyItems(row.filesCount, false, 'file') : duration(row.durationSec) || '–'
  return (
    <tr
      data-submission={id}
      className="max-md:mt-3 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:rounded-sm max-md:bg-curb max-md:p-3.5 md:hover:bg-curb"
    >
      <td className={cell}>
        <Checkbox aria-label={`Select ${title}`} disabled={!waits} checked={isChosen} onChange={onChoose} />
      </td>
      <td className={cell} data-play>
        <PlayMaster row={row} onPlay={onPlay} />
      </td>
      <td className={`${cell} max-md:min-w-0 max-md:flex-1`}>
        <div className="flex min-w-0 items-center gap-3">
          <Cover src={coverUrl ? coverFolder(coverUrl) : ''} size={44} className="size-11 flex-none rounded-xs" />
          <div className="min-w-0">
            <p className="truncate font-bold md:max-w-55" title={title}>
              {title}
            </p>
            <p className="flex flex-wrap items-center gap-x-2.5 text-[13px]">
              {style && (
                <LineCode line={style.line} className="text-[12px]">
                  {style.code}
                </LineCode>
              )}
              <span className="wrap-anywhere md:hidden">{maker}</span>
              {master && <MasterMark />}
              {match && <MatchFlag {...match} />}
              {row.notCompared && <NotCompared state={row.notCompared} />}
              {issues && <IssueCount issues={issues} />}
            </p>
            {master && kind === 'BEAT' && <Loudness row={row} master={master} className="mt-1 lg:hidden" />}
          </div>
        </div>
        <ChangeNote row={row} />
      </td>
      <td className={`${cell} max-md:hidden`}>{maker}</td>
      <td className={`${cell} max-md:w-full`}>
        {tags.length > 0 && (
          <span className="flex flex-wrap gap-1 max-md:pt-2">
            {tags.slice(0, 3).map((tag) => (
              <span key={tag} className="rounded-xs bg-wall px-2 py-0.5 text-[12px] text-soft">
                {tag}
              </span>
            ))}
          </span>
        )}
      </td>
      <td className={`${cell} num max-md:w-full max-md:pt-2`}>
        {row.type ?? kinds[kind].name}
        <span className="md:hidden">
          {' '}
          / {length} / {price(row.price)}
        </span>
      </td>
      <td className={`${cell} num max-md:hidden md:text-right`}>{length}</td>
      <td className={`${cell} num max-md:hidden md:text-right`}>{price(row.price)}</td>
      <td className={cx(cell, row.reason && 'max-md:w-full')}>
        <span className="inline-flex items-center gap-1.5 text-[14px] font-semibold">
          <Icon of={icon} size={16} className={color} />
          {word}
        </span>
        {row.featured && <span className="block text-[13px] text-soft">Featured</span>}
        {row.claimedBy && (
          <span className="block text-[13px] text-dim wrap-anywhere">
            {row.claimedBy === me ? 'You are' : `${row.claimedBy} is`} reviewing it
          </span>
        )}
        {row.reason && <span className="block text-[13px] text-soft wrap-anywhere md:max-w-60">{row.reason}</span>}
      </td>
      <td className={`${cell} text-dim max-md:flex-1`}>
        {ageWords(row.submittedAt, now)}
        {waits && row.priority && (
          <span className="ml-2 rounded-xs bg-wall px-2 py-0.5 text-[12px] font-semibold text-ink">{row.priority}</span>
        )}
      </td>
      <td
        className={cx(
          cell,
          'text-right whitespace-nowrap',
          waits && 'max-md:flex max-md:w-full max-md:gap-3 max-md:pt-3',
        )}
      >
        {waits && (
          <>
            <IconButton label={`Approve ${title}`} onClick={firstPress(onApprove)} className={decision}>
              <Icon of={Check} size={19} />
              <span className="font-semibold text-ink md:hidden">Approve</span>
            </IconButton>
            <IconButton label={`Reject ${title}`} onClick={onReject} className={decision}>
              <Icon of={X} size={19} />
              <span className="font-semibold text-ink md:hidden">Reject</span>
            </IconButton>
          </>
        )}
        {AFTER_REVIEW.has(state) && <RowMenu row={row} />}
        {(kind !== 'BEAT' || match) && (
          <IconButton
            label={`${kind === 'BEAT' ? 'Match' : 'Contents'} of ${title}`}
            aria-expanded={isOpen}
            onClick={onOpen}
          >
            <Icon of={ChevronDown} size={19} className={isOpen ? 'rotate-180' : ''} />
          </IconButton>
        )}
      </td>
    </tr>
  )
}
