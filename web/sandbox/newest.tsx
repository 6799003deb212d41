import { useId, type ReactNode } from 'react'
import { Failed } from '#web/ui/failed.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Ellipsis } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Table, type Column } from '#web/ui/table.tsx'

type Props<Row> = {
  title: string
  /** Explains how the rows can be tried out. */
  hint: ReactNode
  rows: readonly Row[] | undefined
  failed: boolean
  again: () => unknown
  columns: readonly Column<Row>[]
}

/** The newest things that the sandbox keeps, as a section of its panel. */
export function Newest<Row extends { reference: string }>({ title, hint, rows, failed, again, columns }: Props<Row>) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      <p className="max-w-[60ch] text-soft">{hint}</p>
      {rows === undefined ? (
        failed ? (
          <Failed again={again}>{`The ${title.toLowerCase()} could not be loaded.`}</Failed>
        ) : (
          <Spinner />
        )
      ) : rows.length === 0 ? (
        <p className="text-soft">There are no {title.toLowerCase()} yet.</p>
      ) : (
        <Table
          caption={`Newest ${title.toLowerCase()}`}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.reference}
        />
      )}
    </section>
  )
}

/** A state, and the reason for it. */
export const StateCell = ({ failure, children }: { failure: string | null; children: string }) => (
  <span className="grid justify-items-start max-md:justify-items-end max-md:text-right">
    <span>{children}</span>
    {failure !== null && <span className="text-[13px] text-warn">{failure}</span>}
  </span>
)

/** The things that can be done to a row. */
export const RowMenu = ({ of, children }: { of: string; children: ReactNode }) => (
  <Menu
    trigger={
      <IconButton label={`More for ${of}`}>
        <Icon of={Ellipsis} size={19} />
      </IconButton>
    }
  >
    {children}
  </Menu>
)
