import type { ReactNode } from 'react'
import { Link } from '#web/link.tsx'
import { Prose } from '#web/ui/prose.tsx'

export type LegalSection = { id: string; title: string; text: ReactNode }

export type LegalPageProps = {
  title: string
  /** `2026-11-21` */
  changed: string
  /** The summary in two or three sentences. */
  short: ReactNode
  sections: LegalSection[]
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Terms and Privacy: the table of contents stands beside the text, on a phone above it. */
export const LegalPage = ({ title, changed, short, sections }: LegalPageProps) => (
  <article className="wrap pt-12 md:pt-16">
    <header className="grid gap-5">
      <h1 className="disp text-[52px] md:text-[88px]">{title}</h1>
      <div className="max-w-[62ch] text-lg">{short}</div>
      <p className="text-dim">
        Last changed on <time dateTime={changed}>{dateFormat.format(new Date(changed))}</time>
      </p>
    </header>
    <div className="mt-10 grid gap-x-16 gap-y-10 md:mt-14 lg:grid-cols-[272px_minmax(0,860px)]">
      <Contents sections={sections} />
      <div>
        {sections.map(({ id, title, text }) => (
          <section key={id} aria-labelledby={id} className="border-t border-rail pt-6 pb-11 last:pb-0">
            <h2 id={id} tabIndex={-1} className="disp mb-5 scroll-mt-24 text-[28px] md:text-[34px]">
              {title}
            </h2>
            <Prose>{text}</Prose>
          </section>
        ))}
      </div>
    </div>
  </article>
)

const Contents = ({ sections }: { sections: LegalSection[] }) => (
  <nav
    aria-labelledby="contents"
    className="lg:sticky lg:top-24 lg:max-h-[calc(100dvh-12rem)] lg:self-start lg:overflow-y-auto"
  >
    <h2 id="contents" className="border-t border-rail pt-6 text-base font-bold">
      On this page
    </h2>
    <ol className="mt-2">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <Link
            to={`#${id}`}
            // focus follows as with a plain link; the router scrolls
            onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
            className="inline-flex min-h-8 items-center py-1 leading-snug text-soft hover:text-ink hover:underline"
          >
            {title}
          </Link>
        </li>
      ))}
    </ol>
  </nav>
)
