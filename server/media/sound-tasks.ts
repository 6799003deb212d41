import { blockLength, MediaError, type AudioBlocks } from './audio.ts'
import { Analyser, type Suggestions } from './analyse.ts'
import { checkSound } from './check-sound.ts'
import { decode } from './decode.ts'
import { encodeMp3, type Bitrate } from './encode.ts'
import { compareFingerprints, fingerprintOf } from './fingerprint.ts'
import type { SoundNames } from './id3.ts'
import { LoudnessMeter, type Loudness } from './loudness.ts'
import { LufsMeter } from './lufs.ts'
import { medleyOf, type Part } from './medley.ts'
import { miniWave, PeakMeter, type Peaks } from './peaks.ts'
import { makePreview, type PreviewOptions } from './preview.ts'

export type Inspection = {
  durationMs: number
  loudness: Loudness & { lufs: number | null }
  peaks: Peaks
  mini: Uint8Array
  suggestions: Suggestions
}

/** All facts about a sound, measured in one pass. A sound that is too long is read no further. */
export async function inspectBlocks(blocks: AudioBlocks, longestMinutes = Infinity): Promise<Inspection> {
  const loudnessMeter = new LoudnessMeter()
  const lufsMeter = new LufsMeter()
  const peakMeter = new PeakMeter()
  const analyser = new Analyser()
  for await (const block of blocks) {
    for (const meter of [loudnessMeter, lufsMeter, peakMeter, analyser]) meter.add(block)
    if (loudnessMeter.seconds > longestMinutes * 60)
      throw new MediaError(
        `This file is longer than ${longestMinutes === 1 ? 'a minute' : `${longestMinutes} minutes`}.`,
      )
  }
  const loudness = loudnessMeter.finish()
  if (loudness.isSilent) throw new MediaError('This file is silent.')
  const peaks = peakMeter.finish()
  return {
    durationMs: Math.round(loudness.seconds * 1_000),
    loudness: { ...loudness, lufs: lufsMeter.finish() },
    peaks,
    mini: miniWave(peaks),
    suggestions: analyser.finish(),
  }
}

export type SampleFile = { source: string; target?: string }
type Tagging = Pick<PreviewOptions, 'hasTag' | 'tag'>
export type Sample = { durationMs: number } | { fault: string }
export type SoundCheck = { isSilent: boolean; silentEnd: number } | { fault: string }

/** Decodes a short sound and makes its preview if it gets one. A fault is a result: it ends no other sound. */
async function readSample({ source, target }: SampleFile, tagging: Tagging): Promise<Sample> {
  return faultOr(async () => {
    let seconds = 0
    for await (const block of decode(source)) seconds += blockLength(block) / block.sampleRate
    if (target !== undefined) await makePreview(decode(source), target, { isShort: true, ...tagging })
    return { durationMs: Math.round(seconds * 1_000) }
  })
}

async function faultOr<Result>(act: () => Promise<Result>): Promise<Result | { fault: string }> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof MediaError) return { fault: error.message }
    throw error
  }
}

type Encoding = { source: string; target: string; bitrate: Bitrate; names: SoundNames }
type Medley = { sources: string[]; target: string; part: Part; names: SoundNames } & Tagging

/** The tasks of the child for sounds. */
export const soundTasks = {
  inspect: ({ source, longestMinutes }: { source: string; longestMinutes?: number }) =>
    inspectBlocks(decode(source), longestMinutes),
  async check({ sources }: { sources: string[] }) {
    const found: SoundCheck[] = []
    for (const source of sources) found.push(await faultOr(() => checkSound(decode(source))))
    return found
  },
  fingerprint: ({ source }: { source: string }) => fingerprintOf(decode(source)),
  compare: compareFingerprints,
  mp3: ({ source, target, bitrate, names }: Encoding) => encodeMp3(decode(source), target, bitrate, names),
  preview: ({ source, target, ...options }: { source: string; target: string } & PreviewOptions) =>
    makePreview(decode(source), target, options),
  async samples({ sounds, ...tagging }: { sounds: SampleFile[] } & Tagging) {
    const found: Sample[] = []
    for (const sound of sounds) found.push(await readSample(sound, tagging))
    return found
  },
  /** Measured before the tag is laid over it: the waveform must not show the tag. */
  async medley({ sources, target, part, ...options }: Medley) {
    const inspection = await inspectBlocks(medleyOf(sources, part))
    await makePreview(medleyOf(sources, part), target, options)
    return inspection
  },
}
