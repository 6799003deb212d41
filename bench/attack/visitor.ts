// Another visitor, in a thread of its own: asks one call after the other until it is told to stop, and tells the times.
import { parentPort, workerData } from 'node:worker_threads'

const { url, token } = workerData as { url: string; token: string }
const times: number[] = []
let isOver = false
parentPort!.once('message', () => (isOver = true))

while (!isOver) {
  const began = performance.now()
  const reply = await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  await reply.text()
  if (reply.status !== 200) throw new Error(`Another visitor was answered ${reply.status}.`)
  times.push(performance.now() - began)
}
parentPort!.postMessage(times)
