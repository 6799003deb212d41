import type { ChatThread } from '#contract/chat.ts'
import { SUPPORT } from '#contract/support.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { buttonClass } from '#web/ui/button-class.ts'
import { ArrowLeft } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import { ConversationMenu } from './conversation-menu.tsx'
import { Composer } from './composer.tsx'
import { MessageLog } from './message-log.tsx'
import { PersonFace } from './person-face.tsx'
import { useHistory } from './use-history.ts'
import { useReading } from './use-reading.ts'

type Props = {
  self: number
  thread: ChatThread
  isTyping: boolean
}

/** One conversation: its head, its messages and the field to write. */
export function Conversation({ self, thread, isTyping }: Props) {
  const { partnerId: partner, partnerName } = thread
  const { history, messages } = useHistory(self, partner)
  const newest = messages.at(-1)?.id ?? 0
  useReading(self, partner, newest)
  const name = partner === SUPPORT ? 'Admin' : partnerName
  return (
    <section aria-label={`Chat with ${name}`} className="flex h-full min-h-0 flex-col">
      <Head self={self} thread={thread} name={name} />
      <MessageLog self={self} thread={thread} name={name} history={history} messages={messages} isTyping={isTyping} />
      <Composer self={self} thread={thread} newest={newest} />
    </section>
  )
}

function Head({ self, thread, name }: Pick<Props, 'self' | 'thread'> & { name: string }) {
  const { partnerId, partnerName, partnerAvatarUrl, partnerPlan } = thread
  const Title = self === SUPPORT ? 'h2' : 'h1' // in the desk it is a part of a page
  const hasProfile = partnerId !== SUPPORT && !thread.partnerIsGone && !thread.partnerIsHidden
  return (
    <header className="flex h-15 flex-none items-center gap-2.5 border-b border-rail/60 pr-2 pl-4 md:h-18 md:gap-3.5 md:pr-8 md:pl-7">
      {self !== SUPPORT && (
        <Link to={paths.chat(partnerId, 'list')} aria-label="Back to messages" className="ico -ml-2.5 md:hidden">
          <Icon of={ArrowLeft} size={22} />
        </Link>
      )}
      <PersonFace id={partnerId} name={partnerName} avatarUrl={partnerAvatarUrl} />
      <div className="min-w-0">
        <Title className="flex items-center gap-1.5 text-base font-bold md:text-[17px]">
          <span className="truncate">Chat with {name}</span>
          {partnerPlan !== 'free' && <PlanSeal plan={partnerPlan} />}
        </Title>
        {partnerId === SUPPORT ? (
          <p className="truncate text-[13px] text-dim">The people who run this shop</p>
        ) : (
          hasProfile && <InTheStore id={partnerId} />
        )}
      </div>
      <div className="ml-auto flex flex-none items-center gap-1">
        {hasProfile && (
          <Link to={paths.profile(partnerId)} className={buttonClass({ size: 36 }, 'max-md:hidden')}>
            Show profile
          </Link>
        )}
        {self !== SUPPORT && hasProfile && <ConversationMenu thread={thread} />}
      </div>
    </header>
  )
}

/** How much the person sells, and where. The head does without it. */
function InTheStore({ id }: { id: number }) {
  const params = { id }
  const { data } = useQuery(apiQuery(call, 'GET /users/:id', { params }))
  const { data: lines } = useQuery(apiQuery(call, 'GET /users/:id/lines', { params }))
  if (!data) return null
  const { trackCount: count } = data
  const [place] = lines?.items ?? []
  return (
    <p className="num truncate text-[13px] text-dim">
      {place && (
        <LineCode line={place.line} className="mr-1.5 text-[11px]">
          {place.code}
        </LineCode>
      )}
      {count === 0
        ? 'Nothing in the store'
        : `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'} in the store`}
    </p>
  )
}
