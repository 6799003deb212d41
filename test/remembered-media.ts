import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll } from 'vitest'
import { JobPool } from '#server/media/job-pool.ts'
import { toFrame } from '#server/media/frame.ts'

type Args = { target?: string; hasTag?: boolean }
type Answer = { result: unknown; made: Buffer | undefined }
type Run = (this: JobPool<never>, name: string, args: unknown, how?: object) => Promise<unknown>

const answers = new Map<string, Promise<Answer>>()
const pool = JobPool.prototype as unknown as { run: Run }
const { run } = pool
let areAlike = false

/**
 * In this file a child for pictures is started once for each picture. A start and its work take a tenth of a second of
 * processor time. Faults are not remembered.
 */
export function rememberMedia() {
  beforeAll(() => void (pool.run = runOnce))
  afterAll(() => void (pool.run = run))
}

const runOnce: Run = async function (name, args, how) {
  const given: unknown = typeof args === 'function' ? await (args as () => Promise<unknown>)() : args
  const key = keyOf(name, given)
  if (key === null) return run.call(this, name, given, how)
  const { target } = given as Args
  const known = answers.get(key)
  const { result, made } = await (known ?? remember(key, run.call(this, name, given, how), target))
  if (known && made) await writeFile(target!, made)
  return result
}

/**
 * While it acts, all sounds give what the first one gave, but for fingerprints: each remains a sound of its own. For
 * tests that need a beat and not its processing.
 */
export async function withAlikeSounds<Result>(act: () => Promise<Result>) {
  areAlike = true
  try {
    return await act()
  } finally {
    areAlike = false
  }
}

const PICTURES = ['cover', 'picture', 'jpeg']
const SOUNDS = ['inspect', 'preview', 'mp3']

function keyOf(name: string, args: unknown) {
  if (areAlike && SOUNDS.includes(name)) return `${name} ${(args as Args).hasTag}`
  if (!PICTURES.includes(name)) return null
  const hash = createHash('sha256')
  for (const part of toFrame([name, args])) hash.update(part)
  return hash.digest('hex')
}

function remember(key: string, running: Promise<unknown>, target: string | undefined) {
  const answer = running.then(async (result) => ({ result, made: target && (await readFile(target)) }) as Answer)
  answers.set(key, answer)
  answer.catch(() => answers.delete(key))
  return answer
}
