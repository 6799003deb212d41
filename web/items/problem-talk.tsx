import type { Problem } from '#contract/problems.ts'
import { when } from '#web/ui/when.ts'

/** The words of buyer, seller and operator about a problem. */
export const ProblemTalk = ({ problem }: { problem: Problem }) => (
  <ol className="grid gap-5">
    {messagesOf(problem).map(({ by, at, text }) => (
      <li key={at}>
        <p className="num flex flex-wrap items-baseline gap-x-3">
          <b>{by}</b>
          <span className="text-[13px] text-dim">{when(at)}</span>
        </p>
        <blockquote className="mt-1 border-l-3 border-rail pl-3 whitespace-pre-line wrap-anywhere text-soft">
          {text ?? 'These words were removed with their writer’s account.'}
        </blockquote>
      </li>
    ))}
  </ol>
)

/** A text is null if the account of its writer was deleted. */
function messagesOf(problem: Problem) {
  const { buyer, seller, text, createdAt, answer, answeredAt, objection, escalatedAt } = problem
  const { agreement, agreedAt, decision, decidedBy, endedAt } = problem
  return [
    { by: buyer.name, at: createdAt, text },
    ...(answeredAt ? [{ by: seller.name, at: answeredAt, text: answer }] : []),
    ...(escalatedAt && objection ? [{ by: buyer.name, at: escalatedAt, text: objection }] : []),
    ...(agreedAt ? [{ by: `${seller.name} agrees to a refund`, at: agreedAt, text: agreement }] : []),
    ...(endedAt && decision
      ? [{ by: decidedBy === 'seller' ? seller.name : 'Slide', at: endedAt, text: decision }]
      : []),
  ]
}
