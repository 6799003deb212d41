import { ATTRIBUTED_DAYS } from '#contract/promotion-values.ts'
import { ACCESS_MINUTES, SESSION_KEPT_DAYS } from '#contract/session-values.ts'
import { inWords } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import type { LegalSection } from './legal-page.tsx'

export const privacyOfRights: LegalSection[] = [
  {
    id: 'public',
    title: 'What everyone can see',
    text: (
      <p>
        Your name, pictures, text and links, what you have on sale, your comments, and how many follow you and play your
        music. Never your email address, your messages, your purchases, or your PayPal address. Before somebody buys,
        they hear a preview; the files you sell have no public address.
      </p>
    ),
  },
  {
    id: 'mail',
    title: 'Email',
    text: (
      <p>
        We write when something of yours happens: to verify your address, reset a password, send a receipt, tell of a
        sale, of a review’s result or of a changed term. Which other news comes by mail, at once or once a day, you
        choose <Link to={paths.account('notifications')}>in your account</Link>. News about Slide goes only to those who
        asked for it. Each mail that you can do without has a link that stops it, without signing in.
      </p>
    ),
  },
  {
    id: 'why',
    title: 'Why we may',
    text: (
      <ul>
        <li>
          <strong>Because you asked for it:</strong> your account, orders, library, sales, messages and payouts are the
          service that we agreed on.
        </li>
        <li>
          <strong>Because the shop must be safe:</strong> network addresses, sessions, counted attempts and logs protect
          you and us. That is our legitimate interest.
        </li>
        <li>
          <strong>Because the law says so:</strong> records of payments must be kept for the tax office.
        </li>
        <li>
          <strong>Because you agreed:</strong> news by email. You can take that back at any time.
        </li>
      </ul>
    ),
  },
  {
    id: 'time',
    title: 'How long we keep it',
    text: (
      <ul>
        <li>
          <strong>Account, profile, uploads, messages:</strong> until you delete them, or your account.
        </li>
        <li>
          <strong>Sessions, with their addresses:</strong> {SESSION_KEPT_DAYS} days after their last use.
        </li>
        <li>
          <strong>Counted attempts:</strong> up to an hour.
        </li>
        <li>
          <strong>Promoted items that you opened or played:</strong> {inWords(ATTRIBUTED_DAYS + 1)} days.
        </li>
        <li>
          <strong>That a purchase counted for a promotion:</strong> half a year.
        </li>
        <li>
          <strong>Orders, payments and license papers:</strong> as long as tax law asks, and as long as the license is
          valid.
        </li>
        <li>
          <strong>Files that others have bought:</strong> for good, as that is what they paid for.
        </li>
        <li>
          <strong>Copies of mails to you:</strong> half a year.
        </li>
        <li>
          <strong>An export of your data:</strong> a week.
        </li>
        <li>
          <strong>Contact messages, logs and backups:</strong> no longer than we need them.
        </li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: (
      <>
        <p>
          On the <Link to={paths.account('data')}>Account page</Link> you can, without asking anyone, see and change
          your data, export it as a file, see your sessions and end them, and delete your account. For everything else,
          such as having a mistake put right or objecting to how we use something,{' '}
          <Link to={paths.contact()}>write to us</Link>. You may also complain to the data protection authority of the
          place where you live.
        </p>
      </>
    ),
  },
  {
    id: 'deletion',
    title: 'What deletion does',
    text: (
      <>
        <p>
          A week passes first. Your items are hidden meanwhile, and you may sign in and keep your account. Then your
          profile, your personal details and your way to sign in go, your items leave the store, and all your sessions
          end. That cannot be undone, and with it goes your own library: download what you bought first. If we owe you
          money or a problem with a purchase is open, you learn of it before.
        </p>
        <p>
          The words of your messages go, for those you wrote to as well. They keep their own words, and see that a
          deleted user was there.
        </p>
        <p>
          What stays is what others have a right to, or the law demands: records of orders and payments, without your
          name; the files of licenses that you sold, which remain valid and in their buyers’ libraries; and the papers
          of licenses, which name both sides. Your comments stay, by “Deleted user”. Others read “Deleted user” in
          notices that named you. The last mail to you goes before we forget your address; its copy goes within two
          days.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    text: (
      <p>
        Passwords are hashed with argon2id. The key that a page shows the server lasts {ACCESS_MINUTES} minutes; the one
        that renews it is good once, is kept only as a hash, and if an old one turns up again the whole session ends.
        Files for sale are handed only to their buyers, their producer and the admins. If something goes wrong that puts
        you at risk, we tell you.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    text: <p>The shop is not meant for children under 16. If one has made an account, tell us, and we delete it.</p>,
  },
  {
    id: 'changes',
    title: 'Changes',
    text: (
      <p>
        When this page changes, so does the date at the top. If a change matters to you, we write to you before it
        counts.
      </p>
    ),
  },
]
