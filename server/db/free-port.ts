import { createServer } from 'node:net'

function listen(port: number) {
  return new Promise<number>((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(port, '127.0.0.1', () => {
      const { port: got } = probe.address() as { port: number }
      probe.close(() => done(got))
    })
  })
}

export const freePort = () => listen(0)

export const isFree = (port: number) =>
  listen(port).then(
    () => true,
    () => false,
  )
