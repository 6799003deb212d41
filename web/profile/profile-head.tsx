import { ImagePlus, Pencil, Upload } from '#web/ui/icons.ts'
import { Fragment, type ReactNode } from 'react'
import type { PublicProfile } from '#contract/people.ts'
import { count, exactly } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { FollowButton } from '#web/people/follow-button.tsx'
import { useFollowers } from '#web/people/follows.ts'
import { MessageLink } from '#web/people/message-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import { writeProfile } from './profile-address.ts'
import { ProfileMenu } from './profile-menu.tsx'
import { SocialIcons } from './social-links.tsx'

export type Whose = { profile: PublicProfile; own: boolean; id: number | 'me' }

/** Banner, face, name, counts and what one can do here. */
export function ProfileHead({ profile, own, id }: Whose) {
  const { displayName, bannerUrl, avatarUrl, subscription } = profile
  const plan = subscription.planId
  return (
    <>
      <div className="relative h-37 overflow-hidden bg-curb md:h-60">
        <img
          src={bannerUrl ?? paths.street(profile.id)}
          alt=""
          width={1920}
          height={336}
          fetchPriority="high"
          className="size-full object-cover object-right-bottom md:object-bottom"
        />
        {own && (
          <Link
            to={paths.account()}
            className={buttonClass(
              { look: 'rail', size: 36 },
              'absolute right-4 bottom-5 z-1 bg-night/86 max-md:h-11 md:right-8', // above the head, which reaches into the banner
            )}
          >
            <Icon of={ImagePlus} size={16} />
            {bannerUrl ? 'Change banner' : 'Add a banner'}
          </Link>
        )}
      </div>
      <div className="wrap">
        <div className="relative -mt-11 grid grid-cols-[auto_minmax(0,1fr)] items-end gap-x-3.5 md:-mt-19 md:grid-cols-[auto_minmax(0,1fr)_auto] md:gap-x-7">
          <Avatar
            name={displayName}
            src={avatarUrl}
            size={152}
            className="bg-curb max-[360px]:size-16 max-[360px]:text-[32px] [box-shadow:0_0_0_4px_var(--color-night)] md:[box-shadow:0_0_0_6px_var(--color-night)]"
          />
          <h1
            className={cx(
              'disp flex items-center gap-2.5 pt-14 wrap-anywhere md:gap-3.5 md:pt-23',
              nameSize(displayName),
            )}
          >
            <span className="min-w-0">
              {partsOf(displayName).map(({ at, text }) => (
                <Fragment key={at}>
                  {text}
                  <wbr />
                </Fragment>
              ))}
            </span>
            {plan !== 'free' && <PlanSeal plan={plan} className="size-5 lg:size-7.5" />}
          </h1>
          <div className="flex items-center gap-2 max-md:col-span-2 max-md:mt-4">
            {own ? <OwnDoings /> : <Doings profile={profile} />}
            <ProfileMenu profile={profile} own={own} />
          </div>
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-x-7 gap-y-3 md:mt-5">
          <Chips profile={profile} id={id} />
          <Bio profile={profile} own={own} />
          <SocialIcons profile={profile} className="flex max-md:-ml-3" />
        </div>
      </div>
    </>
  )
}

/** A handle has 3 to 30 signs. Up to 20 stay on one line, on the narrowest phone too; others break at a sign. */
function nameSize({ length }: string) {
  if (length > 20) return 'text-[22px] md:text-[36px] lg:text-[48px]'
  if (length > 14) return 'text-[22px] max-[389px]:text-[18px] md:text-[44px] lg:text-[60px]'
  if (length > 10) return 'text-[29px] max-[389px]:text-[24px] md:text-[52px] lg:text-[72px]'
  return 'text-[40px] max-[389px]:text-[33px] md:text-[52px] lg:text-[72px]'
}

/** A long name breaks after a dot, a dash or an underscore. */
const partsOf = (name: string) =>
  Array.from(name.matchAll(/[^._-]*[._-]?/g), ({ index, 0: text }) => ({ at: index, text })).filter(({ text }) => text)

/** Both buttons and the menu stand in one row, on the narrowest phone too. */
const FLEXES = 'max-md:flex-1 max-[360px]:px-2.5'

function Doings({ profile: { id, displayName, followersCount } }: { profile: PublicProfile }) {
  return (
    <>
      <MessageLink id={id} name={displayName} className={buttonClass({ look: 'rail' }, FLEXES)}>
        Message
      </MessageLink>
      <FollowButton person={{ id, displayName, followersCount }} look="paper" className={cx(FLEXES, 'md:min-w-32')} />
    </>
  )
}

const OwnDoings = () => (
  <>
    <Link to={paths.account()} className={buttonClass({ look: 'rail' }, FLEXES)}>
      <Icon of={Pencil} size={18} />
      Edit profile
    </Link>
    <Link to={paths.upload('BEAT')} className={buttonClass({ look: 'paper' }, FLEXES)}>
      <Icon of={Upload} size={18} />
      Upload
    </Link>
  </>
)

const EXACT_BELOW = 100_000
const figure = (n: number) => (n < EXACT_BELOW ? exactly(n) : count(n))

/** Followers, plays and items on sale. On a phone they stand in three columns. */
function Chips({ profile, id }: { profile: PublicProfile; id: number | 'me' }) {
  const followers = useFollowers(profile)
  return (
    <ul className="num flex gap-2 max-md:w-full max-md:border-y border-rail/60 max-md:py-2">
      <Chip figure={figure(followers)} to={writeProfile(id, { tab: 'followers' })}>
        {followers === 1 ? 'Follower' : 'Followers'}
      </Chip>
      <Chip figure={figure(profile.totalPlays)}>{profile.totalPlays === 1 ? 'Play' : 'Plays'}</Chip>
      <Chip figure={figure(profile.trackCount)}>{profile.trackCount === 1 ? 'Track' : 'Tracks'}</Chip>
    </ul>
  )
}

const CHIP =
  'flex max-md:flex-col md:h-9 md:items-center md:gap-1.5 md:rounded-sm md:border md:border-rail md:px-3 text-[13px] text-soft md:text-[14px]'

function Chip({ figure, to, children }: { figure: string; to?: string; children: ReactNode }) {
  const shown = (
    <>
      <b className="text-xl leading-7 text-ink md:text-base">{figure}</b> {children}
    </>
  )
  return (
    <li className="max-md:flex-1">
      {to ? (
        <Link to={to} preventScrollReset className={cx(CHIP, 'hover:text-ink md:hover:border-edge')}>
          {shown}
        </Link>
      ) : (
        <span className={CHIP}>{shown}</span>
      )}
    </li>
  )
}

function Bio({ profile: { bio, trackCount }, own }: Pick<Whose, 'profile' | 'own'>) {
  const text =
    bio || (own && trackCount === 0 ? 'Your street is dark yet. Every item you publish builds a house on it.' : '')
  return text ? (
    <p className="line-clamp-2 min-w-60 flex-1 text-soft wrap-anywhere">{text}</p>
  ) : (
    <span className="flex-1" />
  )
}
