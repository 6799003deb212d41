import { adviceAbout } from '#web/api/failure.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import type { Missing } from './queries.ts'

const sentences = {
  unknown: ['This profile is not here.', 'The account may be closed, or its address is not complete.'],
  deleted: ['This account was deleted.', 'Its owner closed it. What they sold stays with its buyers.'],
  banned: ['This account is banned.', 'Its profile and items are hidden. What it sold stays with its buyers.'],
} as const

/** An unknown, deleted or banned person. */
export const ProfileMissing = ({ why }: { why: Missing['missing'] }) => (
  <div className="wrap grid justify-items-start gap-6 pt-12">
    <h1 className="max-w-2xl text-xl font-bold">{sentences[why][0]}</h1>
    <p className="-mt-3 text-soft">{sentences[why][1]}</p>
    <Link to={paths.producers()} className={buttonClass({ look: 'rail' })}>
      Find producers
    </Link>
  </div>
)

/** The empty profile, in place of one that could not be loaded. */
export const ProfileFailed = ({ error }: { error: unknown }) => (
  <>
    <div className="h-37 bg-curb md:h-60" />
    <div className="wrap grid justify-items-start gap-6 pt-6">
      <h1 className="text-xl font-bold">We couldn’t load this profile.</h1>
      <p className="-mt-3 text-soft">{adviceAbout(error)}</p>
      <Button look="paper" onClick={() => location.reload()}>
        Try again
      </Button>
    </div>
  </>
)
