import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import type { LegalSection } from './legal-page.tsx'

export const generalTerms: LegalSection[] = [
  {
    id: 'conduct',
    title: 'How we treat each other',
    text: (
      <>
        <p>Comments, profiles and messages are yours, and so is the responsibility for them. Not allowed are:</p>
        <ul>
          <li>threats, harassment, hatred, and other people’s private details;</li>
          <li>advertising by the dozen, and links that deceive;</li>
          <li>plays, likes, follows or sales that are not real, by script or by arrangement;</li>
          <li>getting at files that you have not bought, or at accounts that are not yours;</li>
          <li>loading the servers so that others notice. There is a public API; use it with measure.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'copyright',
    title: 'Copyright complaints',
    text: (
      <>
        <p>
          If something here uses your work without your permission, write to us through the{' '}
          <Link to={paths.contact()}>contact page</Link> and choose the topic Copyright. Please tell us:
        </p>
        <ul>
          <li>which work is yours, and how you can show it;</li>
          <li>the address of the page here, and where in the sound your work is heard;</li>
          <li>your name, and how to reach you;</li>
          <li>
            that you believe the use is not allowed, that what you say is true, and that you hold the rights or act for
            those who do.
          </li>
        </ul>
        <p>
          If the complaint holds up, we take the item out of the store and tell its producer, who may answer. If the
          answer shows that it was allowed, the item comes back. Who has no right to what they upload, again and again,
          loses their account. Knowingly false complaints may make you liable for the harm.
        </p>
      </>
    ),
  },
  {
    id: 'ending',
    title: 'When you or we end it',
    text: (
      <>
        <p>
          You can export your data and delete your account on the <Link to={paths.account()}>Account page</Link>{' '}
          whenever you like. Have your balance paid out and your own purchases downloaded first. Licenses that you sold
          stay valid, and their buyers keep files and papers.
        </p>
        <p>
          We may suspend or close an account that breaks these terms seriously or repeatedly, and say why. Earnings from
          honest sales remain yours, and so do licenses you paid for.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    text: (
      <p>
        We run this shop with care, but cannot promise that it is never down, or that a beat will suit you. Producers
        answer for what they sell, buyers for what they do with it. We answer for harm that we cause on purpose or by
        gross negligence, and wherever the law does not let us say otherwise. Rights that the law gives consumers stay
        untouched.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes, and which law applies',
    text: (
      <p>
        When we change these terms, the date at the top changes. If a change matters to you, we write to you before it
        counts, and you may close your account if you disagree. What you bought stays under the terms of that day. The
        law of the place where we are based applies, together with the consumer law of the place where you live.
      </p>
    ),
  },
]
