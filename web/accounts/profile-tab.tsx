import { useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { NETWORKS } from '#contract/social-pages.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Circle, CircleCheck, ExternalLink } from '#web/ui/icons.ts'
import { useTwoStep } from '#web/session/code-field.tsx'
import { BioForm } from './bio-form.tsx'
import { OwnAccount } from './own-account.tsx'
import { PictureActions } from './picture-actions.tsx'
import { SeenCard } from './seen-card.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'

/** Pictures and bio, and beside them what others see of them. */
export const Component = () => <OwnAccount>{(me) => <Profile me={me} />}</OwnAccount>

function Profile({ me }: { me: Me }) {
  const [bio, setBio] = useState(me.bio)
  return (
    <div className="grid items-start gap-7 lg:grid-cols-[minmax(0,1fr)_392px] lg:gap-14">
      <div>
        {!me.emailVerified && (
          <div className="mb-5">
            <UnconfirmedEmail email={me.email} />
          </div>
        )}
        <Pictures me={me} />
        <BioForm saved={me.bio} onTyped={setBio} />
      </div>
      <aside aria-labelledby="seen" className="grid justify-items-start gap-3.5">
        <h2 id="seen" className="text-xl font-bold">
          How others see you
        </h2>
        <SeenCard me={me} bio={bio} />
        <Link to={paths.profile('me')} className={buttonClass({ size: 36 })}>
          <Icon of={ExternalLink} size={16} />
          Show profile
        </Link>
        <ToDo me={me} />
      </aside>
    </div>
  )
}

const Pictures = ({ me }: { me: Me }) => (
  <fieldset>
    <legend className="sr-only">Pictures</legend>
    <div className="relative overflow-hidden bg-curb max-md:-mx-4 md:rounded-md">
      <img
        src={me.bannerUrl ?? paths.street(me.id)}
        alt={me.bannerUrl ? 'Your banner' : 'Your street: a house for each item that you publish'}
        width={1920}
        height={336}
        className="h-31 w-full object-cover object-right-bottom md:aspect-[1920/336] md:h-auto"
      />
      <PictureActions kind="banner" isSet={me.bannerUrl !== null} className="absolute top-3 right-3" />
    </div>
    <div className="relative -mt-10 md:-mt-11 md:flex md:items-end md:gap-5 md:pl-5">
      <Avatar
        name={me.displayName}
        src={me.avatarUrl}
        size={120}
        className="bg-curb [box-shadow:0_0_0_4px_var(--color-night)]"
      />
      <PictureActions kind="avatar" isSet={me.avatarUrl !== null} className="pt-3 md:pt-14">
        <p className="basis-full text-[13px] text-dim">
          Square, JPG, PNG or WebP, up to 10 MB. Without a banner you get your street: one house for every item you
          publish.
        </p>
      </PictureActions>
    </div>
  </fieldset>
)

/** What a profile still lacks. */
function ToDo({ me }: { me: Me }) {
  const twoStep = useTwoStep()
  const lines = [
    { done: Boolean(me.bio && me.avatarUrl), label: 'Bio and avatar' },
    { done: me.emailVerified, label: 'Email confirmed' },
    ...(me.oauthUser ? [] : [{ done: twoStep, label: 'Two-step sign-in', to: paths.account('safety') }]),
    { done: NETWORKS.some((network) => me[network]), label: 'Link a social page', to: paths.account('socials') },
  ]
  return (
    <ul className="mt-1.5 w-full">
      {lines.map(({ done, label, to }) => (
        <li
          key={label}
          className={cx('flex h-11 items-center gap-3 border-t border-rail/60', done ? 'text-dim' : 'text-soft')}
        >
          <Icon of={done ? CircleCheck : Circle} size={18} className={done ? 'text-ok' : undefined} />
          {to && !done ? (
            <Link to={to} className="font-semibold text-ink underline">
              {label}
            </Link>
          ) : (
            label
          )}
          <span className="sr-only">{done ? ', done' : ', missing'}</span>
        </li>
      ))}
    </ul>
  )
}
