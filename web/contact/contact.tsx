import { useState } from 'react'
import { ContactForm } from './contact-form.tsx'
import { Hints } from './hints.tsx'
import { MessageSent } from './message-sent.tsx'

export function Component() {
  const [answerTo, setAnswerTo] = useState<string | null>(null)
  return (
    <div className="wrap pt-12 md:pt-16">
      <h1 className="disp text-[52px] md:text-[88px]">Contact</h1>
      <div className="mt-7 grid gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,560px)_minmax(0,400px)]">
        {answerTo === null ? (
          <ContactForm onSent={setAnswerTo} />
        ) : (
          <MessageSent answerTo={answerTo} onAnother={() => setAnswerTo(null)} />
        )}
        <Hints />
      </div>
    </div>
  )
}
