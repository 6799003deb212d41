import { SUPPORT } from '#contract/support.ts'
import { Avatar } from '#web/ui/avatar.tsx'

type Props = { id: number; name: string; avatarUrl: string | null }

/** The support account has the mark of the house. */
export const PersonFace = ({ id, name, avatarUrl }: Props) =>
  id === SUPPORT ? (
    <span aria-hidden className="grid size-10 flex-none place-items-center rounded-full bg-paper text-night">
      <svg width="22" height="19" viewBox="0 0 30 26">
        <path d="M1 6h10c5 0 4 14 9 14h9" fill="none" stroke="currentColor" strokeWidth="7" />
      </svg>
    </span>
  ) : (
    <Avatar name={name} src={avatarUrl} size={40} />
  )
