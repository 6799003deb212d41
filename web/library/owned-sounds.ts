import type { LibraryPurchase, PurchasedTrack } from '#contract/purchases.ts'
import type { Sound } from '#web/player/sound.ts'

/** The whole sound of a bought beat. */
export const beatSound = (purchase: LibraryPurchase, streamUrl: string): Sound => ({
  ...common(purchase),
  title: purchase.title,
  previewUrl: streamUrl,
  durationInSeconds: purchase.durationInSeconds,
  owned: { purchaseId: purchase.purchaseId },
  wave: purchase.wave,
})

/** The tracks of a bought pack or kit that browsers can play, in order. */
export const trackSounds = (purchase: LibraryPurchase, tracks: readonly PurchasedTrack[]): Sound[] =>
  tracks.flatMap(({ key, name, duration, streamUrl }) =>
    streamUrl === null
      ? []
      : {
          ...common(purchase),
          title: name,
          previewUrl: streamUrl,
          durationInSeconds: duration,
          trackId: Number(key),
          owned: { purchaseId: purchase.purchaseId, key },
        },
  )

const common = ({ itemId, kind, slug, artist, img, style }: LibraryPurchase) => ({
  id: itemId,
  kind,
  slug,
  artistName: artist,
  coverUrl: img,
  style: style && { line: style.line, code: style.code },
})
