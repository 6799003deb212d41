// A process that runs the embedded database in the given folder until it is killed.
import { startEmbedded } from '#server/db/embedded.ts'

const { url, adopted } = await startEmbedded(process.argv[2] ?? '')
console.log(`ready ${adopted ? 'adopted' : 'started'} ${url}`)
setInterval(() => {}, 60_000)
