import type { ItemDetail, PlaylistEntry, Track } from '#contract/item-detail.ts'
import type { Sound } from '#web/player/sound.ts'

type Heard = Pick<PlaylistEntry | Track, 'id' | 'title' | 'previewUrl' | 'durationInSeconds'>

/** A track as a sound for the player, with the item and cover of its pack or kit; null if it can't be heard. */
export const trackSound = (item: ItemDetail, { id, title, previewUrl, durationInSeconds }: Heard): Sound | null =>
  previewUrl === null
    ? null
    : {
        id: item.id,
        kind: item.kind,
        slug: item.slug,
        title,
        artistName: item.artistName,
        coverUrl: item.coverUrl,
        previewUrl,
        durationInSeconds,
        style: item.style && { line: item.style.line, code: item.style.code },
        trackId: id,
      }
