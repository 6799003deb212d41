import { SectionHeading } from '#web/ui/section-heading.tsx'

const principles = [
  {
    title: '0% commission',
    text: 'On every sale and on every plan. Only the payment processor’s fees apply, and none of those are ours.',
  },
  {
    title: 'Paid directly',
    text: 'Buyers pay by card, wallet or PayPal. Earnings go out every week to the PayPal address the producer linked.',
  },
  {
    title: 'Licenses in numbers',
    text: 'Copies, streams, videos, shows: each license says how many before you pay, and again on paper after.',
  },
  {
    title: 'Kept for good',
    text: 'What you buy stays in your library, files and papers, also when the beat has left the store.',
  },
  {
    title: 'Heard first',
    text: 'A person listens to every beat, pack and kit before it is published. A no comes with its reason.',
  },
  {
    title: 'Honest charts',
    text: 'A play counts after five seconds, once per listener in half an hour. Paid placement is marked ‘Promoted’.',
  },
]

export const Principles = () => (
  <section aria-labelledby="principles" className="wrap pt-16 md:pt-24">
    <SectionHeading id="principles" className="mb-6">
      What we hold to
    </SectionHeading>
    <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {principles.map(({ title, text }) => (
        <li key={title} className="border-t border-rail pt-4">
          <h3 className="disp text-[26px] md:text-[30px]">{title}</h3>
          <p className="mt-2.5 max-w-[44ch] text-base text-soft">{text}</p>
        </li>
      ))}
    </ul>
  </section>
)
