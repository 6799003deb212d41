import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again and again until the answer is truthy, and returns it. The long patience is for busy machines. */
export async function until<T>(ask: () => T | Promise<T>, what = 'the condition', patience = 50_000) {
  for (const deadline = Date.now() + patience; ; await sleep(20)) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`)
  }
}
