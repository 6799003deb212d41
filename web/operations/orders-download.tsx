import type { InputOf } from '#contract/caller.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'

type Query = InputOf<'GET /admin/orders/table'>['query']

/** Saves the found orders as a table for spreadsheets. */
export function OrdersDownload({ query }: { query: Query }) {
  const download = useAction({
    send: async () => saveFile(await call('GET /admin/orders/table', { query }), 'slide-orders.csv'),
    failure: 'The table could not be loaded.',
  })
  return (
    <Button look="ghost" size={36} loading={download.pending} onClick={() => void download.run(undefined)}>
      Download CSV
    </Button>
  )
}
