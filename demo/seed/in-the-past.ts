import { openSandbox } from '#server/payments/sandbox/index.ts'
import type { App } from '#server/services.ts'

const silent = async () => {}

/** The shop and its sandbox at another time. The demo's people read no mail, and nothing is left for later. */
export function inThePast(app: App, past: { at: Date }): App {
  const { db, authSecret: secret } = app
  const clock = { now: () => past.at }
  const box = { db, clock, secret, isSilent: true, movable: null, address: () => 'http://localhost' }
  return { ...app, clock, payments: openSandbox(box), enqueue: silent, mail: { send: silent, sendAll: silent } }
}
