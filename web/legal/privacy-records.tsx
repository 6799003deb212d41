import { ATTRIBUTED_DAYS } from '#contract/promotion-values.ts'
import { inWords } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import type { LegalSection } from './legal-page.tsx'
import { StorageTable } from './storage-table.tsx'

export const privacyOfRecords: LegalSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    text: (
      <p>
        Slide is open software that anybody may host. ‘We’ are the people who run the copy you are looking at, on
        servers of our own choice; the makers of the software receive nothing of yours. For any question about your
        data, use the <Link to={paths.contact()}>contact page</Link>.
      </p>
    ),
  },
  {
    id: 'given',
    title: 'What you give us',
    text: (
      <ul>
        <li>
          <strong>For an account:</strong> your email address, the name you choose, and a password. Of the password we
          keep only a hash (argon2id), from which nobody can read it. We also note when you accepted the Terms, whether
          you asked for news, who referred you, for a year each name that you had before, and when email and password
          last changed. The key of your authenticator app is encrypted. Of a passkey we keep the public half, which
          signs in nowhere, its name, and when it was used.
        </li>
        <li>
          <strong>If you sign in with Google:</strong> your email address, your name and the identifier that Google
          gives us. Nothing else is asked for, and nothing of your doings here is sent there.
        </li>
        <li>
          <strong>For a profile, if you like:</strong> pictures, a text about you, links to your other profiles.
        </li>
        <li>
          <strong>To sell:</strong> the files you upload, and the PayPal address for your payouts.
        </li>
        <li>
          <strong>To others:</strong> likes, follows, comments, and messages. We also keep how far you have read a
          conversation, which its other side sees, and whom you block. Messages are not encrypted from end to end; we
          read them only when we have to look into a complaint or a fault. Somebody who reports a message shows us that
          one with up to five before and after it. What you write to Admin is for us, and we may note how we helped you.
        </li>
        <li>
          <strong>Through the contact page:</strong> your name, email address, topic and message.
        </li>
      </ul>
    ),
  },
  {
    id: 'arising',
    title: 'What arises as you use it',
    text: (
      <ul>
        <li>
          <strong>Sessions:</strong> for each sign-in its time, the time of its last use, your network (IP) address, and
          what your browser calls itself. That is for security: so that you can see where you are signed in and end what
          you do not know.
        </li>
        <li>
          <strong>Orders:</strong> what you bought or sold, when, for how much, the license papers, and the payment
          provider’s reference. Plans, promotions, credits and payouts likewise.
        </li>
        <li>
          <strong>Downloads and problems:</strong> for each day and file that you bought, when you first and last asked
          for it; and what buyer, producer and we wrote about a problem with a purchase. A bank that disputes a payment
          gets this with the order.
        </li>
        <li>
          <strong>Attempts:</strong> sign-ins, sign-ups and contact messages are counted by network address, and
          sign-ins by email address, to stop guessing and floods.
        </li>
        <li>
          <strong>Plays:</strong> we add them up by the hour for each item. To count a listener once in half an hour, we
          remember about that long that your account, or without one your network address, played it. Of an account we
          also keep its playlist and the last fifty items it listened to, for itself to see on any device; no longer
          history of your listening is kept.
        </li>
        <li>
          <strong>Promoted items:</strong> we add up by the hour how often each was seen, opened and played. To count a
          viewer once, we keep an hour long a number made of your account or network address, from which neither can be
          read. Which promoted items your account opened or played is kept for {inWords(ATTRIBUTED_DAYS + 1)} days: what
          you buy of them within {inWords(ATTRIBUTED_DAYS)} days counts for their sellers, who don’t learn that it was
          you. For half a year we keep that a purchase counted, so that a refund takes it out of these figures.
        </li>
        <li>
          <strong>Server log:</strong> time, network address, and which page or call was asked for, without what follows
          the question mark. Never passwords or what you wrote.
        </li>
        <li>
          <strong>Mails:</strong> a copy of what we sent you, to know that it was delivered.
        </li>
      </ul>
    ),
  },
  {
    id: 'browser',
    title: 'What stays in your browser',
    text: (
      <>
        <p>
          We set one cookie for each account that signs in here. It lasts a year, goes nowhere but to our sign-in, and
          keeps strangers who try wrong passwords from locking you out; a sign-in without it is told to you by mail.
          Besides, the shop keeps a few things in your browser’s own storage; clear this site’s data there, and all of
          them are gone.
        </p>
        <StorageTable />
        <p>
          While you sign in with Google, a one-time code waits in session storage; if you sign in there once more to
          prove who you are, that proof for ten minutes, too. On a device that is not yours alone, sign out when you
          leave.
        </p>
      </>
    ),
  },
  {
    id: 'tracking',
    title: 'No tracking',
    text: (
      <p>
        There are no analytics services, no advertising networks, no invisible pixels, and no fonts or scripts from
        elsewhere on the pages of the shop; the one exception is the card form at checkout, described below. We build no
        profile of your taste, and sell data to nobody. Charts are made of totals.
      </p>
    ),
  },
  {
    id: 'others',
    title: 'Who else receives something',
    text: (
      <ul>
        <li>
          <strong>Payment providers.</strong> Cards and wallets are handled by Stripe, PayPal payments and payouts by
          PayPal. Your card number goes from your browser to them, and never reaches our servers. They receive the
          order’s amount and reference, and treat your data by their own rules. The checkout loads Stripe’s script,
          which may set cookies to recognize fraud.
        </li>
        <li>
          <strong>Buyer and producer.</strong> The producer sees what was sold and for how much. The license paper names
          you both. A producer whose sale you report a problem with reads your name and your words, and you read the
          answer.
        </li>
        <li>
          <strong>Google,</strong> if you choose to sign in that way, and only then.
        </li>
        <li>
          <strong>Those who work for us:</strong> the companies that host our servers and files and deliver our mail,
          bound to do with your data only what we ask.
        </li>
        <li>
          <strong>Authorities,</strong> where the law obliges us, and no more than it asks for.
        </li>
      </ul>
    ),
  },
]
