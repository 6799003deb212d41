import { once } from 'node:events'
import { readFile, readdir, readlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Watches the server, and how long another visitor waits, until it is told to stop. */
export async function watchOthers(url: string, token: string, pid: number) {
  const visitor = new Worker(new URL('./visitor.ts', import.meta.url), { workerData: { url, token } })
  const told = once(visitor, 'message') as Promise<[number[]]>
  told.catch(() => {})
  const most = { memory: 0, files: 0 }
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most.memory = Math.max(most.memory, await memoryOf(pid))
      most.files = Math.max(most.files, await filesOf(pid))
      await sleep(20)
    }
  })()
  await sleep(500) // the visitor has come
  return async () => {
    isOver = true
    await watching
    visitor.postMessage('stop')
    const sorted = (await told)[0].toSorted((a, b) => a - b)
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]?.toFixed(0)
    return { ...most, times: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms (${sorted.length} calls)` }
  }
}

export async function post(url: string, call: string, body: object) {
  const reply = await fetch(`${url}/api/auth/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as { accessToken: string } }
}

export async function signUp(url: string, displayName: string) {
  const person = { email: `${displayName}@slide.test`, displayName, password: 'windows lit at night' }
  return (await post(url, 'register', person)).body.accessToken
}

export const mega = (bytes: number) => (bytes / 1e6).toFixed(0)

/** Resident bytes of a process. */
export async function memoryOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

export const linksOf = async (pid: number) => {
  const names = await readdir(`/proc/${pid}/fd`)
  return Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
}
const filesOf = async (pid: number) => (await linksOf(pid)).filter((link) => link.includes('/files/covers/')).length
