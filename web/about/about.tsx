export { loadHouse as loader } from '#web/house/load-house.ts'
import { ArrowUpRight } from '#web/ui/icons.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { AboutHero } from './about-hero.tsx'
import { Audiences } from './audiences.tsx'
import { Faq } from './faq.tsx'
import { Principles } from './principles.tsx'
import { socials } from './socials.ts'

export function Component() {
  return (
    <>
      <AboutHero />
      <Principles />
      <Audiences />
      <Faq />
      <Closing />
    </>
  )
}

const Closing = () => (
  <section aria-labelledby="closing" className="wrap pt-16 md:pt-24">
    <SectionHeading id="closing">Still wondering?</SectionHeading>
    <p className="max-w-[60ch] text-lg text-soft">
      Write to us: a person answers. And if you would rather run a shop like this yourself, you can. Slide is open
      software, and this is one copy of it.
    </p>
    <div className="mt-6 flex flex-wrap gap-3">
      <Link to={paths.contact()} className={buttonClass({ look: 'paper' })}>
        Contact us
      </Link>
      <Link to={paths.signup()} className={buttonClass({ look: 'rail' })}>
        Sign up
      </Link>
    </div>
    <ul aria-label="Social networks" className="mt-8 flex flex-wrap gap-x-7 gap-y-1">
      {socials.map(({ name, address }) => (
        <li key={address}>
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-9 items-center gap-1 font-semibold hover:underline"
          >
            {name}
            <Icon of={ArrowUpRight} size={16} className="text-dim" />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)
