/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   `display: block`, which makes cards of rows, takes a table's own roles away */
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Column<Row> = {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers: right-aligned, with digits of one width. */
  numeric?: boolean
  /** The title of the card on a phone; the other cells show their column's name there. */
  title?: boolean
}

export type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  className?: string
}

/**
 * Rows of 56 px below a head that stays in view; cards below 769 px. In a box that scrolls by itself `--head-top` is 0,
 * because the site's header does not cover the box.
 */
export function Table<Row>({ caption, columns, rows, rowKey, className }: TableProps<Row>) {
  return (
    <table role="table" className={cx('w-full max-md:block', className)}>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {columns.map(({ key, head, numeric }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              className={cx(
                'sticky top-(--head-top,4rem) z-1 h-11 border-b border-rail bg-night px-2 text-[13px] font-medium whitespace-nowrap text-dim first:pl-0 xl:px-3 xl:first:pl-0 last:pr-0 xl:last:pr-0',
                numeric ? 'text-right' : 'text-left',
              )}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:grid max-md:gap-3">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="max-md:block max-md:rounded-sm max-md:bg-curb max-md:p-4 md:hover:bg-curb forced-colors:max-md:border"
          >
            {columns.map(({ key, head, cell, numeric, title }) => (
              <td
                key={key}
                role="cell"
                className={cx(
                  'max-md:flex max-md:justify-between max-md:gap-4 md:h-14 md:border-b border-rail/60 py-1 md:px-2 md:first:pl-0 md:last:pr-0 xl:px-3 xl:first:pl-0 xl:last:pr-0',
                  numeric && 'num text-right',
                  title && 'font-bold max-md:pb-2 max-md:text-base',
                )}
              >
                {!title && (
                  <span aria-hidden className="flex-none text-[13px] text-dim md:hidden">
                    {head}
                  </span>
                )}
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
