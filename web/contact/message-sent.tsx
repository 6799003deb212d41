import { CircleCheck } from '#web/ui/icons.ts'
import { useEffect, useRef } from 'react'
import { SUPPORT } from '#contract/support.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Replaces the form. `answerTo` is null if the answer comes as a message. It gets the focus, because the focused button is gone. */
export function MessageSent({ answerTo, onAnother }: { answerTo: string | null; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="sent" className="grid content-start justify-items-start gap-4">
      <h2 id="sent" ref={heading} tabIndex={-1} className="disp flex items-center gap-3 text-[36px] md:text-[44px]">
        <Icon of={CircleCheck} size={32} className="flex-none text-ok" />
        Message sent.
      </h2>
      <p className="max-w-[56ch] text-base text-soft">
        {answerTo === null ? (
          'A person reads it and answers in your messages, where you find what you wrote, too.'
        ) : (
          <>
            A person reads it and answers by email to <strong className="wrap-anywhere text-ink">{answerTo}</strong>. If
            you see no answer in a few days, look among your junk mail before you write again.
          </>
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        {answerTo === null && (
          <Link to={paths.chat(SUPPORT)} className={buttonClass({ look: 'paper' })}>
            Open the conversation
          </Link>
        )}
        <Link to={paths.home()} className={buttonClass({ look: 'rail' })}>
          Back to Home
        </Link>
        <Button look="ghost" onClick={onAnother}>
          Write another message
        </Button>
      </div>
    </section>
  )
}
