import { ChevronDown } from '#web/ui/icons.ts'
import { LICENSES } from '#contract/license-terms.ts'
import type { License } from '#contract/licenses.ts'
import { price } from '#web/items/format.ts'
import { fileNames } from '#web/items/usage-terms.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Table, type Column } from '#web/ui/table.tsx'

const term = (head: string, key: 'copies' | 'streams' | 'videos' | 'radio' | 'performances') => ({
  key,
  head,
  cell: ({ type }: License) => LICENSES[type][key] ?? <Silent />,
})

/** The license does not mention this term. */
const Silent = () => (
  <>
    <span aria-hidden>–</span>
    <span className="sr-only">not named</span>
  </>
)

const columns: Column<License>[] = [
  { key: 'name', head: 'License', cell: ({ name }) => name, title: true },
  { key: 'price', head: 'Price', cell: (license) => price(license.price), numeric: true },
  { key: 'files', head: 'Files', cell: fileNames },
  term('Copies', 'copies'),
  term('Streams', 'streams'),
  term('Videos', 'videos'),
  term('Radio', 'radio'),
  term('Performances', 'performances'),
  {
    key: 'also',
    head: 'Also',
    cell: ({ type }) => {
      const { credit, rights } = LICENSES[type]
      return (
        <span className="block max-w-56 py-2 leading-snug max-md:py-0 max-md:text-right">
          {[...(credit ? ['Credit required'] : []), ...rights].join('. ') || <Silent />}
        </span>
      )
    },
  },
]

/** All licenses side by side. */
export const CompareLicenses = ({ licenses }: { licenses: License[] }) => (
  <details className="group mt-3">
    <summary className="inline-flex h-11 cursor-pointer list-none items-center gap-2 rounded-sm font-semibold text-soft hover:text-ink">
      <Icon of={ChevronDown} size={18} className="group-open:rotate-180" />
      Compare all licenses
    </summary>
    <Table
      caption="What each license allows"
      rows={licenses}
      rowKey={({ id }) => id}
      columns={columns}
      className="mt-2 text-[14px]"
    />
  </details>
)
