import type { ItemDetail } from '#contract/item-detail.ts'
import { sentenceOf } from '#web/api/failure.ts'
import { act } from '#web/api/use-action.ts'
import { kinds } from '#web/items/kinds.ts'
import { play } from '#web/player/player.ts'
import { previewsOf } from '#web/player/previews.ts'
import { sourceKeyOf } from '#web/player/sound.ts'
import { trackSound } from './track-sound.ts'

export type Packed = ItemDetail & { kind: 'PACK' | 'KIT' }

/** Asks for the previews when the pointer is over the button: a press is likely. */
export const prepareContents = ({ kind, id }: Packed) => void previewsOf(kind, id).catch(() => {}) // the press tells

class NothingToHear extends Error {}

/** Plays the previews of a pack or kit, one after the other. Toasts tell of loading and of failures. */
export async function playContents(item: Packed) {
  const { one } = kinds[item.kind]
  const previews = await act(
    {
      async send() {
        const sounds = (await previewsOf(item.kind, item.id)).flatMap((preview) => trackSound(item, preview) ?? [])
        if (sounds.length === 0) throw new NothingToHear()
        return sounds
      },
      loading: `Loading ${one} previews…`,
      failure: (error) =>
        error instanceof NothingToHear
          ? `No previews found for this ${one}.`
          : sentenceOf(error, `Couldn't load ${one} previews.`),
    },
    undefined,
  )
  if (previews.done) play(previews.result, 0, sourceKeyOf(item))
}
