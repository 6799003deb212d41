import type { PackMetaInput } from '#contract/studio-upload.ts'
import { fileNamed, zipOf, type ZipEntry } from './archives.ts'
import { newWav } from './sounds.ts'

export const packZip = (entries: ZipEntry[]) => fileNamed('pack.zip', zipOf(entries))
export const twoTracks = (): ZipEntry[] => [
  { name: 'Night/02 Second Ride_142BPM_F#m.wav', content: newWav(7), isDeflated: true },
  { name: 'Night/01 - Last Bus (140 bpm) Bb min.wav', content: newWav() },
]
export const packMeta = (over: Partial<PackMetaInput> = {}): PackMetaInput => ({
  name: 'Night Lines',
  description: 'Two rides.',
  genre: 'UK Drill',
  tags: 'dark, bus',
  licenses: [
    { type: 'MP3', price: 29.95 },
    { type: 'WAV', price: 44.95 },
  ],
  ...over,
})
