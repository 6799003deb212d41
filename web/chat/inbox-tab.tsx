import { SUPPORT } from '#contract/support.ts'
import { Link } from '#web/link.tsx'
import { ChoiceChips } from '#web/lists/choice-chips.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'
import { ArrowLeft } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { Conversation } from './conversation.tsx'
import { GuestMessages } from './guest-messages.tsx'
import { LoadedThread } from './loaded-thread.tsx'
import { SupportNotes } from './support-notes.tsx'
import { ThreadList } from './thread-list.tsx'
import { useTyping } from './typing.ts'

const GUESTS = 'guests'
const FROM = [
  ['', 'People'],
  [GUESTS, 'Guests'],
] as const

/** What people write to the shop. Every admin answers as the support account. */
export function Component() {
  const { show } = useDeskAddress()
  const isGuests = show === GUESTS
  return (
    <section aria-label="Inbox">
      <div className="mb-5">
        <ChoiceChips label="From" choices={FROM} chosen={isGuests ? GUESTS : ''} start="" />
      </div>
      {isGuests ? <GuestMessages /> : <Conversations />}
    </section>
  )
}

function Conversations() {
  const { show, address } = useDeskAddress()
  const typing = useTyping(SUPPORT)
  const isNarrow = useNarrow()
  const partner = /^[1-9]\d{0,14}$/.test(show ?? '') ? Number(show) : null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] md:h-[max(30rem,calc(100dvh-18rem))] md:grid-cols-[280px_minmax(0,1fr)] md:border-y border-rail/60 xl:grid-cols-[360px_minmax(0,1fr)]">
      {(!isNarrow || partner === null) && (
        <ThreadList
          self={SUPPORT}
          partner={partner}
          typing={typing}
          isPage={false}
          linkTo={(to) => address({ show: String(to), page: '' })}
        />
      )}
      <div className="min-h-0 min-w-0 md:border-l border-rail/60">
        {partner !== null ? (
          <>
            <Link
              to={address({ show: '' })}
              className={buttonClass({ look: 'ghost', size: 36 }, 'mb-2 -ml-3 md:hidden')}
            >
              <Icon of={ArrowLeft} size={17} />
              All conversations
            </Link>
            <LoadedThread key={partner} self={SUPPORT} partner={partner}>
              {(thread) => (
                <div className="flex h-full min-h-0 flex-col">
                  <div className="min-h-0 flex-1 max-md:h-[70dvh] max-md:flex-none">
                    <Conversation self={SUPPORT} thread={thread} isTyping={typing.has(partner)} />
                  </div>
                  {!thread.partnerIsGone && <SupportNotes person={partner} name={thread.partnerName} />}
                </div>
              )}
            </LoadedThread>
          </>
        ) : (
          <p className={cx('p-8 text-soft', isNarrow && 'hidden')}>Choose a conversation.</p>
        )}
      </div>
    </div>
  )
}
