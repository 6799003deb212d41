import { FingerprintPattern } from '#web/ui/icons.ts'
import type { Submission } from '#contract/submission.ts'
import { Icon } from '#web/ui/icon.tsx'

const words = { waiting: 'not compared with other sounds yet', failed: 'can’t be compared with other sounds' }

/** Says that no match may mean nothing. */
export const NotCompared = ({ state }: { state: keyof typeof words }) => (
  <span className="inline-flex items-center gap-1 text-dim">
    <Icon of={FingerprintPattern} size={14} />
    {words[state]}
  </span>
)

/** A match of this score shows itself. */
const CERTAIN = 0.8

export const isCertain = ({ match }: Submission) => match !== null && match.score >= CERTAIN

/** Says in the row how much a submission sounds like something of another seller. */
export const MatchFlag = ({ score, isCopy }: NonNullable<Submission['match']>) => (
  <span className={`inline-flex items-center gap-1 ${isCopy ? 'text-bad' : 'text-warn'}`}>
    <Icon of={FingerprintPattern} size={14} />
    {isCopy ? '' : 'perhaps a '}
    {Math.round(score * 100)} % match
  </span>
)
