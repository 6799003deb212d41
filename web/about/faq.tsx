import { Plus } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { questions } from './questions.tsx'

/** Native: it opens by keyboard, by the browser's own search, and without script. */
export const Faq = () => (
  <section aria-labelledby="questions" className="wrap grid gap-x-16 pt-16 md:pt-24 xl:grid-cols-[1fr_860px]">
    <SectionHeading id="questions" className="mb-5 items-start!">
      Ten questions
    </SectionHeading>
    <div className="min-w-0 border-b border-rail">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group border-t border-rail">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 -outline-offset-2 [&::-webkit-details-marker]:hidden">
            <h3 className="text-[17px] leading-snug font-bold group-hover:underline group-open:no-underline md:text-lg">
              {question}
            </h3>
            <Icon of={Plus} size={20} className="flex-none text-soft duration-120 group-open:rotate-45" />
          </summary>
          <div className="pt-1 pb-7">
            <Prose>{answer}</Prose>
          </div>
        </details>
      ))}
    </div>
  </section>
)
