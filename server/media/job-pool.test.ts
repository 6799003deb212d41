import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { isAlive, runNode } from '#test/child.ts'
import type { roughTasks } from '#test/programs/rough-job.ts'
import { scratchFolder, sine } from '#test/sounds.ts'
import { until } from '#test/until.ts'
import { MediaError } from './audio.ts'
import { encodeMp3 } from './encode.ts'
import { JobPool } from './job-pool.ts'
import type { soundTasks } from './sound-tasks.ts'

const file = scratchFolder()
const LIMITS = { memoryMb: 200, cpuSeconds: 60, wallSeconds: 300, replyMb: 2 }
const open: { close: () => void }[] = []
afterAll(() => open.forEach((pool) => pool.close()))

function roughPool(limits = LIMITS, more: { size?: number; hasSpare?: boolean } = {}) {
  const pool = new JobPool<typeof roughTasks>({
    script: new URL('../../test/programs/rough-job.ts', import.meta.url),
    sources: ['test/programs/'],
    limits,
    isNative: false,
    ...more,
  })
  open.push(pool)
  return pool
}

describe.skipIf(process.platform !== 'linux')('limits', () => {
  test.each([
    ['spin', { cpuSeconds: 1 }, /too long/],
    ['sleep', { wallSeconds: 2 }, /too long/],
    ['eatHeap', {}, /too much memory/],
    ['eatBuffers', {}, /too much memory/],
    ['eatWebAssembly', {}, /too much memory/],
    ['answerTooMuch', {}, /gave too much/],
    ['shout', { cpuSeconds: 2 }, /too long|too much memory/], // unread output waits in memory where the reader is slow
    ['abort', {}, /ended too early/],
  ] as const)('a job with the fault %s fails alone, with a reason', async (name, tight, reason) => {
    const limits = { ...LIMITS, ...tight }
    const pool = roughPool(limits, { size: 2 })
    const failed = pool.run(name, undefined).catch((error: unknown) => error)
    Object.assign(limits, LIMITS) // for the jobs that follow: a busy machine may need seconds to start one
    const others = await Promise.all(['a', 'b', 'c'].map((text) => pool.run('echo', { text })))
    expect(others).toEqual(['a', 'b', 'c'])
    const error = await failed
    expect(error).toBeInstanceOf(MediaError)
    expect(String(error)).toMatch(reason)
    expect(await pool.run('echo', { text: 'next' })).toBe('next')
  })

  test('processor time has a soft limit and a hard one', async () => {
    const path = '/proc/self/limits'
    const held = await roughPool({ ...LIMITS, cpuSeconds: 7 }).run(
      'read',
      { path },
      { files: { reads: [path], writes: [] } },
    )
    expect(held).toMatch(/^Max cpu time +7 +8 +seconds/m)
  })

  test('an MP3 without end takes too long', async () => {
    const [once, source] = [await file('once.mp3'), await file('endless.mp3')]
    await encodeMp3([sine(220, 60)], once, 128)
    await writeFile(source, Buffer.concat(Array<Buffer>(100).fill(await readFile(once))))
    const pool = new JobPool<typeof soundTasks>({
      script: new URL('./sound-child.ts', import.meta.url),
      limits: { ...LIMITS, cpuSeconds: 3 },
      isNative: false,
    })
    open.push(pool)
    await expect(pool.run('inspect', { source }, { files: { reads: [source], writes: [] } })).rejects.toThrow(
      /too long/,
    )
  })
})

describe('a child', () => {
  test('has no environment', async () => {
    expect(await roughPool().run('environment', undefined)).toEqual([])
  })

  test('reads and writes the files of its job alone', async () => {
    const folder = await mkdtemp(await file('files-'))
    const [mine, other] = [join(folder, 'mine'), join(folder, 'other')]
    await writeFile(mine, 'mine')
    await writeFile(other, 'a secret')
    const pool = roughPool()
    const files = { files: { reads: [mine], writes: [] } }
    expect(await pool.run('read', { path: mine }, files)).toBe('mine')
    await expect(pool.run('read', { path: other }, files)).rejects.toThrow(/restricted|denied/i)
    await expect(pool.run('write', { path: mine }, files)).rejects.toThrow(/restricted|denied/i)
    await expect(pool.run('begin', undefined)).rejects.toThrow(/restricted|denied/i)
    await rm(folder, { recursive: true })
  })

  test('that was started ahead does one job, and the next job gets another child', async () => {
    const pool = roughPool(LIMITS, { size: 1, hasSpare: true })
    for (const text of ['a', 'b', 'c']) expect(await pool.run('echo', { text })).toBe(text)
  })
})

test('children end when their parent is killed, at work or started ahead', async () => {
  const parent = runNode(['test/programs/sleeping-jobs.ts'])
  const [, ...pids] = (await parent.saying(/children (\d+) (\d+)/))!
  const children = pids.map(Number)
  onTestFinished(() => children.filter(isAlive).forEach((pid) => process.kill(pid, 'SIGKILL')))
  await until(() => parent.said().includes('asleep'), 'the job')
  expect(children.map(isAlive)).toEqual([true, true])
  parent.kill('SIGKILL')
  await parent.ended()
  await until(() => !children.some(isAlive), 'the end of the children', 10_000)
})

test('one account’s many jobs do not hold up the job of another', async () => {
  const pool = roughPool(LIMITS, { size: 1 })
  const ended: string[] = []
  const run = async (text: string, turn: number) => void ended.push(await pool.run('echo', { text }, { turn }))
  const many = ['a1', 'a2', 'a3', 'a4'].map((text) => run(text, 1))
  await Promise.all([...many, run('b1', 2)])
  expect(ended.indexOf('b1')).toBeLessThan(ended.indexOf('a3'))
})

test('a closed pool ends all jobs', async () => {
  const pool = roughPool(LIMITS, { size: 1, hasSpare: true })
  const jobs = Promise.allSettled([pool.run('sleep', undefined), pool.run('echo', { text: 'waits' })])
  pool.close()
  const given = { status: 'rejected', reason: expect.objectContaining({ message: 'The pool is closed.' }) }
  expect(await jobs).toEqual([given, given])
  await expect(pool.run('echo', { text: 'late' })).rejects.toThrow(/closed/)
})
