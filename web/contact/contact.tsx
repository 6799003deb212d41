import { useState } from 'react'
import { ContactForm } from './contact-form.tsx'
import { Hints } from './hints.tsx'
import { MessageSent } from './message-sent.tsx'

export function Component() {
  const [sent, setSent] = useState<{ answerTo: string | null } | null>(null)
  return (
    <div className="wrap pt-12 md:pt-16">
      <h1 className="disp text-[52px] md:text-[88px]">Contact</h1>
      <div className="mt-7 grid gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,560px)_minmax(0,400px)]">
        {sent === null ? (
          <ContactForm onSent={(answerTo) => setSent({ answerTo })} />
        ) : (
          <MessageSent {...sent} onAnother={() => setSent(null)} />
        )}
        <Hints />
      </div>
    </div>
  )
}
