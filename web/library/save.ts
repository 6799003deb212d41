import type { Format } from '#contract/purchases.ts'
import { call } from '#web/api/call.ts'
import { act } from '#web/api/use-action.ts'

type Wanted = { file?: Format; key?: string }

/** Asks for an address and hands it to the browser, which goes on by itself when this page is closed. */
export const save = (id: number, query: Wanted) =>
  act(
    {
      send: async (wanted: Wanted) => {
        const { url } = await call('GET /purchases/:id/download-url', { params: { id }, query: wanted })
        Object.assign(document.createElement('a'), { href: url, download: '' }).click()
      },
      loading: 'Downloading…',
      failure: () => 'Sorry, the download failed. Please try again.',
    },
    query,
  )
