import { buffer } from 'node:stream/consumers'
import { invalid, notFound } from '#server/errors.ts'
import { soundType } from '#server/media/sound-type.ts'
import type { App } from '#server/services.ts'
import { zipFault } from './zip-fault.ts'

type Sent = { name: string; storageKey: string; size: number }

const NAMES = { wav: 'a WAV file', mp3: 'an MP3 file' }

/** Refuses files that are not what their names say: buyers get the types that the names promise. */
export async function expectContent(app: App, part: 'audio' | 'cover' | 'stems' | 'project', file: Sent) {
  const fault = await faultOf(app, part, file)
  if (fault) throw invalid({ [part]: fault })
}

async function faultOf({ storage }: App, part: string, { name, storageKey, size }: Sent) {
  const read = async (start: number, length: number) => {
    if (length === 0) return Buffer.alloc(0)
    const file = await storage.open(storageKey, { start, end: start + length - 1 })
    if (!file) throw notFound('File')
    return buffer(file.stream)
  }
  if (part === 'cover') return null // making its sizes reads it as a whole
  if (part !== 'audio') return zipFault(read, size)
  const type = soundType(await read(0, 12))
  if (type === null || name.toLowerCase().endsWith(`.${type}`)) return null // the first step says that it is no sound
  return `This is ${NAMES[type]}, although its name says otherwise. Name it .${type}, or choose another.`
}
