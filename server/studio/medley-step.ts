import { join } from 'node:path'
import type { Part } from '#server/media/medley.ts'
import { runSound } from '#server/media/run-media.ts'
import { withWorkFolder } from '#server/media/work-folder.ts'
import type { App } from '#server/services.ts'
import { nameFiles } from '#server/storage/unnamed-files.ts'
import { archiveOf, naming, unpack, type PartRow } from './archive-parts.ts'
import { saveFacts, type ItemInHand, type Save } from './item-in-hand.ts'
import { storePreview } from './made-files.ts'
import { tagIn } from './voice-tag.ts'

/** The preview of a pack or a kit: parts of its sounds, one after the other, and their waveform. */
export const medley = (app: App, item: ItemInHand, sounds: PartRow[], part: Part): Promise<Save> =>
  withWorkFolder(app, async (folder) => {
    const archive = await archiveOf(app, item, sounds)
    const sources = sounds.map((_, index) => join(folder, `sound-${index}`))
    for (const [index, { path }] of sounds.entries())
      await naming(path, () => unpack(app, archive, path, sources[index]))
    const target = join(folder, 'preview.mp3')
    const { hasTag, ownerId, title, artist } = item
    const names = { title, artist }
    const made = { sources, target, part, hasTag, ...(await tagIn(app, item, folder)), names }
    const { peaks, mini, durationMs } = await runSound('medley', made, ownerId)
    const previewKey = await storePreview(app, target)
    return async (tx) => {
      await nameFiles(tx, [previewKey])
      const change = {
        previewKey,
        miniWave: Buffer.from(mini),
        wave: { fullBand: Buffer.from(peaks.full), lowBand: Buffer.from(peaks.low) },
        // a pack is as long as its tracks; a kit has no length but its preview's
        ...(item.kind === 'kit' && { durationMs }),
      }
      await saveFacts(app, tx, item, change)
    }
  })
