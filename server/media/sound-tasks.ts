import { MediaError, type AudioBlock } from './audio.ts'
import { Analyser, type Suggestions } from './analyse.ts'
import { decode } from './decode.ts'
import { encodeMp3, type Bitrate } from './encode.ts'
import { LoudnessMeter, type Loudness } from './loudness.ts'
import { miniWave, PeakMeter, type Peaks } from './peaks.ts'
import { makePreview, type PreviewOptions } from './preview.ts'

export type Inspection = {
  durationMs: number
  loudness: Loudness
  peaks: Peaks
  mini: Uint8Array
  suggestions: Suggestions
}

/** All facts about a sound, measured in one pass. */
export async function inspectBlocks(blocks: AsyncIterable<AudioBlock> | Iterable<AudioBlock>): Promise<Inspection> {
  const loudnessMeter = new LoudnessMeter()
  const peakMeter = new PeakMeter()
  const analyser = new Analyser()
  for await (const block of blocks) for (const meter of [loudnessMeter, peakMeter, analyser]) meter.add(block)
  const loudness = loudnessMeter.finish()
  if (loudness.isSilent) throw new MediaError('This file is silent.')
  const peaks = peakMeter.finish()
  return {
    durationMs: Math.round(loudness.seconds * 1_000),
    loudness,
    peaks,
    mini: miniWave(peaks),
    suggestions: analyser.finish(),
  }
}

/** The tasks of the child for sounds. */
export const soundTasks = {
  inspect: ({ source }: { source: string }) => inspectBlocks(decode(source)),
  mp3: ({ source, target, bitrate }: { source: string; target: string; bitrate: Bitrate }) =>
    encodeMp3(decode(source), target, bitrate),
  preview: ({ source, target, ...options }: { source: string; target: string } & PreviewOptions) =>
    makePreview(decode(source), target, options),
}
