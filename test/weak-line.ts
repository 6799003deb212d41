import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line to a database that can be cut, or fall silent as if all packets were lost. */
export async function weakLine(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const pairs = new Map<Socket, Socket>()
  let state: 'good' | 'cut' | 'silent' = 'good'
  let unwanted: string | undefined

  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = connect(Number(port), hostname)
    pairs.set(near, far)
    const born = state
    const isGood = () => state === 'good' && born === 'good' && !lost.has(near)
    near.on('data', (bytes) => isGood() && far.write(bytes)).on('error', () => {})
    far.on('data', (bytes) => isGood() && !isUnwanted(bytes) && near.write(bytes)).on('error', () => {})
    /** Cuts this connection. The database has done what it was asked for. */
    function isUnwanted(bytes: Buffer) {
      if (unwanted === undefined || !bytes.includes(unwanted)) return false
      unwanted = undefined
      near.destroy()
      return true
    }
    // the other end hears of an end only while the line is good
    near.once('close', () => state !== 'silent' && far.destroy())
    far.once('close', () => state !== 'silent' && near.destroy())
  })
  /** Connections that have lost bytes never recover. */
  const lost = new WeakSet<Socket>()

  await once(server.listen(0, '127.0.0.1'), 'listening')
  const end = () => {
    for (const [near, far] of pairs) {
      near.destroy()
      far.destroy()
    }
    pairs.clear()
  }
  return {
    // without the search, which may name a socket that passes the line by
    url: Object.assign(new URL(databaseUrl), { port: String((server.address() as AddressInfo).port), search: '' }).href,
    /** The next answer with this text is lost, together with its connection. All others stay. */
    loseAnswer(text: string) {
      unwanted = text
    },
    cut() {
      state = 'cut'
      end()
    },
    silence() {
      state = 'silent'
      for (const near of pairs.keys()) lost.add(near)
    },
    mend() {
      state = 'good'
      for (const [near, far] of pairs) if (near.destroyed) far.destroy()
    },
    async close() {
      end()
      server.close()
      await once(server, 'close')
    },
  }
}
