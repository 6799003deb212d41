import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import type { LegalSection } from './legal-page.tsx'

export const houseTerms: LegalSection[] = [
  {
    id: 'who',
    title: 'Who is who',
    text: (
      <>
        <p>
          Slide is open software that anybody may host. ‘We’ are the people who run the copy you are looking at. You
          reach us through the <Link to={paths.contact()}>contact page</Link>.
        </p>
        <p>
          A license is an agreement between the producer who grants it and the buyer who pays for it. We run the shop in
          which they meet: we show the music, take orders, hand over files and papers, and pay producers out. We take 0%
          commission; only the payment processor’s fees apply.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    text: (
      <>
        <p>
          You need an account to buy, sell, like, comment, follow and write messages. You must be old enough to make a
          binding contract where you live, or have a parent’s or guardian’s permission.
        </p>
        <ul>
          <li>Give an email address that is yours: receipts and reset links go there.</li>
          <li>
            Choose a name that does not pass you off as somebody else. Names that look like another’s are refused.
          </li>
          <li>Keep your password to yourself. What is done with your account counts as done by you.</li>
          <li>If you think that somebody else got in, change the password, end the other sessions, and tell us.</li>
        </ul>
      </>
    ),
  },
]
