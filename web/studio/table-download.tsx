import type { InputOf } from '#contract/caller.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'

type Query = InputOf<'GET /me/items/table'>['query']

/** Saves what search and filter leave, with its figures, as a table for spreadsheets. */
export function TableDownload({ query }: { query: Query }) {
  const download = useAction({
    send: async () => save(await call('GET /me/items/table', { query }), 'slide-items.csv'),
    failure: 'The table could not be loaded.',
  })
  return (
    <Button look="ghost" size={36} loading={download.pending} onClick={() => void download.run(undefined)}>
      Download CSV
    </Button>
  )
}

/** Gives a file to the browser's downloads. The call needs a token, so a plain link can't load it. */
function save(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
