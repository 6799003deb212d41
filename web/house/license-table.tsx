import { Table } from '#web/ui/table.tsx'

const licenses = [
  {
    name: 'MP3 Lease',
    files: 'MP3',
    copies: '2,500',
    streams: '50,000',
    more: '1 music video. Credit required.',
  },
  {
    name: 'WAV Lease',
    files: 'MP3, WAV',
    copies: '7,500',
    streams: '100,000',
    more: '1 radio station, up to 200 paid performances. Credit required.',
  },
  {
    name: 'Premium (WAV + Stems)',
    files: 'MP3, WAV, stems',
    copies: '500,000',
    streams: '1,000,000',
    more: 'Unlimited videos and radio stations, for-profit live performances.',
  },
  {
    name: 'Exclusive Rights',
    files: 'MP3, WAV, stems, project if available',
    copies: 'Unlimited',
    streams: 'Unlimited',
    more: 'Unlimited videos, rights transferable by contract. The beat leaves the store.',
  },
]

/** The four licences of beats and packs. */
export const LicenseTable = () => (
  <Table
    caption="What each licence allows"
    rows={licenses}
    rowKey={({ name }) => name}
    columns={[
      { key: 'name', head: 'Licence', cell: ({ name }) => name, title: true },
      { key: 'files', head: 'Files', cell: ({ files }) => <Words>{files}</Words> },
      { key: 'copies', head: 'Copies', cell: ({ copies }) => copies, numeric: true },
      { key: 'streams', head: 'Streams', cell: ({ streams }) => streams, numeric: true },
      { key: 'more', head: 'Also', cell: ({ more }) => <Words>{more}</Words> },
    ]}
  />
)

/** More than one line high on a wide screen; at the right edge of a phone's card. */
const Words = ({ children }: { children: string }) => (
  <span className="block py-2.5 max-md:py-0 max-md:text-right">{children}</span>
)
