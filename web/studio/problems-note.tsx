import { useQuery } from '@tanstack/react-query'
import { ANSWER_HOURS } from '#contract/problem-values.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Flag } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Says that buyers wait for an answer. Later the operator decides without it. */
export function ProblemsNote() {
  const { data } = useQuery(apiQuery(call, 'GET /me/problems', { query: { limit: 1 } }))
  if (!data?.waiting) return null
  const who = data.waiting === 1 ? '1 buyer waits' : `${data.waiting} buyers wait`
  return (
    <section
      aria-label="Problems"
      className="num mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-curb p-4 md:p-5"
    >
      <p className="flex items-start gap-2.5">
        <Icon of={Flag} size={18} className="mt-1 flex-none text-warn" />
        <span>
          <b>{who} for your answer to a problem.</b>{' '}
          <span className="text-soft">Without one we decide after {ANSWER_HOURS} hours.</span>
        </span>
      </p>
      <Link to={paths.problems()} className={buttonClass({ look: 'rail', size: 44 })}>
        Answer
      </Link>
    </section>
  )
}
