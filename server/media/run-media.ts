import { existsSync } from 'node:fs'
import type { Files, Limits } from './child.ts'
import { JobPool, type Given } from './job-pool.ts'
import type { pictureTasks } from './picture-tasks.ts'
import type { SampleFile, soundTasks } from './sound-tasks.ts'

type Sounds = typeof soundTasks
type Pictures = typeof pictureTasks

const SOUND: Limits = { memoryMb: 600, cpuSeconds: 240, wallSeconds: 600, replyMb: 8 }
const PICTURE: Limits = { memoryMb: 700, cpuSeconds: 20, wallSeconds: 60, replyMb: 32 }

let sounds: JobPool<Sounds> | null = null
let pictures: JobPool<Pictures> | null = null

/**
 * Runs a task for sounds in a child, which may only read and write the named files: `await runSound('inspect', { source
 * })`. Accounts take turns.
 */
export function runSound<Name extends keyof Sounds>(name: Name, args: Parameters<Sounds[Name]>[0], account?: number) {
  sounds ??= new JobPool<Sounds>({ script: script('sound-child'), limits: SOUND, isNative: false })
  return sounds.run(name, args, { files: filesOf(args as Named), ...(account !== undefined && { turn: account }) })
}

/**
 * Runs a task for pictures in a child, which may read no files: `await runPicture('cover', async () => ({ image }))`. A
 * function is called when a child is free. Accounts take turns.
 */
export function runPicture<Name extends keyof Pictures>(
  name: Name,
  args: Given<Parameters<Pictures[Name]>[0]>,
  account?: number,
) {
  const limits = PICTURE
  pictures ??= new JobPool<Pictures>({ script: script('picture-child'), limits, isNative: true, hasSpare: true })
  return pictures.run(name, args, account === undefined ? {} : { turn: account })
}

export function closeMedia() {
  sounds?.close()
  pictures?.close()
  sounds = null
  pictures = null
}

let script = (name: string) => new URL(`${name}.ts`, import.meta.url)
const BUILT = new URL('../../dist/media/', import.meta.url)

/** From now on children start from their built files: without types and in one file each, they are faster and smaller. */
export function preferBuiltChildren(folder = BUILT) {
  const isThere = existsSync(new URL('sound-child.js', folder)) // a worker may run without a build
  if (isThere) script = (name) => new URL(`${name}.js`, folder)
}

type Named = { source?: string; tag?: string; target?: string; sources?: string[]; sounds?: SampleFile[] }

function filesOf({ source, tag, target, sources = [], sounds = [] }: Named): Files {
  const all = [{ source, target }, { source: tag }, ...sources.map((one) => ({ source: one })), ...sounds]
  return {
    reads: all.flatMap((file) => file.source ?? []),
    writes: all.flatMap((file) => ('target' in file ? (file.target ?? []) : [])),
  }
}
