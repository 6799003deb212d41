import { tellUnloaded } from '#web/ui/tell-unloaded.ts'

const PAUSE = 2_000
const TRIES = 30

/** React's lazy remembers a failure for good: a dead line is therefore waited for here. */
export const patiently =
  <T>(load: () => Promise<T>) =>
  async () => {
    for (let tries = 0; tries < TRIES; tries++) {
      try {
        return await load()
      } catch {
        if (tries === 0) tellUnloaded()
        await new Promise((done) => setTimeout(done, PAUSE))
      }
    }
    return load()
  }
