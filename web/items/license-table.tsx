import { LICENSES, furtherTerms } from '#contract/license-terms.ts'
import { LICENSE_NAMES, LICENSE_TYPES, type LicenseType } from '#contract/license-types.ts'
import { Table } from '#web/ui/table.tsx'

/** Files are delivered if they exist. */
const files: Record<LicenseType, string> = {
  MP3: 'MP3',
  WAV: 'MP3, WAV',
  PREMIUM: 'MP3, WAV, stems',
  EXCLUSIVE: 'MP3, WAV, stems, project if available',
}

const licenses = LICENSE_TYPES.map((type) => ({
  name: LICENSE_NAMES[type],
  ...LICENSES[type],
  files: files[type],
  also: furtherTerms(type),
}))

/** The four licenses of beats and packs. */
export const LicenseTable = () => (
  <Table
    caption="What each license allows"
    rows={licenses}
    rowKey={({ name }) => name}
    columns={[
      { key: 'name', head: 'License', cell: ({ name }) => name, title: true },
      { key: 'files', head: 'Files', cell: ({ files }) => <Words>{files}</Words> },
      { key: 'copies', head: 'Copies', cell: ({ copies }) => copies, numeric: true },
      { key: 'streams', head: 'Streams', cell: ({ streams }) => streams, numeric: true },
      { key: 'also', head: 'Also', cell: ({ also }) => <Words>{`${also.join('. ')}.`}</Words> },
    ]}
  />
)

/** Long terms: more than one line on a wide screen, right-aligned on a phone. */
const Words = ({ children }: { children: string }) => (
  <span className="block py-2.5 max-md:py-0 max-md:text-right">{children}</span>
)
