import { ATTRIBUTED_DAYS } from '#contract/promotion-values.ts'
import { inWords } from '#web/items/format.ts'
import { Table } from '#web/ui/table.tsx'

const kept = [
  { key: 'auth', what: 'Who is signed in: keys of your session, name, picture', until: 'you sign out' },
  { key: 'cart.v1', what: 'What is in your cart', until: 'you buy it or empty the cart' },
  { key: 'slide.playlist', what: 'Your playlist', until: 'you empty it, or sign out of the account it belongs to' },
  { key: 'slide.playlist.owner', what: 'Which account that playlist belongs to', until: 'you sign out' },
  { key: 'slide.recent', what: 'What you played last without an account', until: 'you clear this site’s data' },
  { key: 'slide.player', what: 'Your queue, and how the player is set', until: 'you clear this site’s data' },
  { key: 'slide.letter-keys', what: 'That letters are no keys of the player', until: 'you switch them on again' },
  { key: 'slide.searches', what: 'What you searched for last', until: 'you press Clear on the search page' },
  {
    key: 'slide.promoted',
    what: 'The promoted items that you opened or played: their number, the time, a token',
    until: `${inWords(ATTRIBUTED_DAYS)} days pass`,
  },
  { key: 'slide.closed-banner', what: 'The announcement that you closed last', until: 'you clear this site’s data' },
  {
    key: 'slide.upload.…',
    what: 'Where an upload goes on: your account’s number, a fingerprint of the file, its address',
    until: 'it is sent or canceled, you sign out, or a day passes',
  },
  {
    key: 'slide.unsent.…',
    what: 'A message that could not be sent, and to which account',
    until: 'it is sent, you delete it, or sign out',
  },
  { key: 'referral_code', what: 'The code of the link that led you here', until: 'you sign up' },
]

/** The shop's entries in local storage. */
export const StorageTable = () => (
  <Table
    caption="What is kept in local storage"
    rows={kept}
    rowKey={({ key }) => key}
    columns={[
      { key: 'key', head: 'Name', cell: ({ key }) => key, title: true },
      { key: 'what', head: 'What it holds', cell: ({ what }) => <span className="max-md:text-right">{what}</span> },
      { key: 'until', head: 'Until', cell: ({ until }) => <span className="max-md:text-right">{until}</span> },
    ]}
  />
)
