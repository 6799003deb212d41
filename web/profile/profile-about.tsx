import type { PublicProfile } from '#contract/people.ts'
import { useApiList } from '#web/api/use-api.ts'
import { exactly } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { LineCode } from '#web/ui/line-code.tsx'
import { percent } from '#web/ui/percent.ts'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import { SocialList } from './social-links.tsx'

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The whole bio, the styles, the pages elsewhere and some facts. */
export function ProfileAbout({ profile }: { profile: PublicProfile }) {
  const { bio, createdAt, subscription } = profile
  const plan = subscription.planId
  return (
    <div className="grid gap-x-16 gap-y-9 lg:grid-cols-[minmax(0,1fr)_392px]">
      <div>
        <p className="max-w-[60ch] text-xl leading-normal whitespace-pre-line wrap-anywhere">
          {bio || <span className="text-soft">No bio yet</span>}
        </p>
        <Lines id={profile.id} />
      </div>
      <div>
        <SocialList profile={profile} />
        <dl>
          <div className="flex justify-between gap-4 border-t border-rail/60 py-2.5">
            <dt className="text-soft">On Slide since</dt>
            <dd className="font-semibold">{month.format(new Date(createdAt))}</dd>
          </div>
          <div className="flex justify-between gap-4 border-t border-rail/60 py-2.5">
            <dt className="text-soft">Plan</dt>
            <dd className="flex items-center gap-1.5 font-semibold">
              {subscription.planName}
              {plan !== 'free' && <PlanSeal plan={plan} />}
            </dd>
          </div>
        </dl>
      </div>
    </div>
  )
}

/** One line for each style; the longest has the most items. Nothing without items, or if they can't be loaded. */
function Lines({ id }: { id: number }) {
  const lines = useApiList('GET /users/:id/lines', { params: { id } }).data?.items ?? []
  const most = Math.max(...lines.map(({ tracks }) => tracks))
  if (lines.length === 0) return null
  return (
    <>
      <h2 className="mt-9 text-xl font-bold">Lines</h2>
      <ul className="num mt-4 grid gap-3 text-[14px]">
        {lines.map(({ slug, title, code, line, tracks }) => (
          <li key={slug} data-line={line} className="grid grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-3.5">
            <Link to={paths.style(slug)} className="justify-self-start leading-6">
              <LineCode line={line} className="text-[16px]">
                {code}
              </LineCode>
              <span className="sr-only"> {title}</span>
            </Link>
            <svg aria-hidden width="100%" height="12" className="text-(--l)">
              <line
                x1="6"
                y1="6"
                x2={`${percent(tracks, 0, most) * 0.96}%`}
                y2="6"
                stroke="currentColor"
                strokeWidth="4"
              />
              <circle cx="6" cy="6" r="4.5" className="fill-night" stroke="currentColor" strokeWidth="3" />
              <circle
                cx={`${percent(tracks, 0, most) * 0.96}%`}
                cy="6"
                r="4.5"
                className="fill-night"
                stroke="currentColor"
                strokeWidth="3"
              />
            </svg>
            <span className="text-dim">
              <b className="text-ink">{exactly(tracks)}</b> {tracks === 1 ? 'track' : 'tracks'}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
