import { CircleCheck, TriangleAlert } from '#web/ui/icons.ts'
import type { PackFaults } from '#contract/submission.ts'
import { Icon } from '#web/ui/icon.tsx'

export const issueWords = (count: number) => `${count} ${count === 1 ? 'issue' : 'issues'}`

export const IssueCount = ({ issues }: { issues: PackFaults['issues'] }) =>
  issues.length === 0 ? (
    <span className="inline-flex items-center gap-1 text-ok">
      <Icon of={CircleCheck} size={14} />
      No issues
    </span>
  ) : (
    <span className="inline-flex items-center gap-1 text-warn">
      <Icon of={TriangleAlert} size={14} />
      {issueWords(issues.length)}
    </span>
  )
