// A worker that takes a mail's job and never finishes it.
import { createPool } from '#server/db/connect.ts'
import { startWorker } from '#server/jobs/worker.ts'

const url = process.argv[2] ?? ''
await startWorker({
  url,
  pool: createPool(url, { onError: () => {} }),
  rounds: [],
  log: console,
  tasks: {
    'send-mail': ({ mailId }) => {
      console.log(`took ${mailId}`)
      return new Promise(() => {})
    },
  },
})
setInterval(() => {}, 60_000)
