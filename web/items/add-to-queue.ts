import type { Item } from '#contract/item.ts'
import { act } from '#web/api/use-action.ts'
import { withEngine } from '#web/player/player.ts'
import { previewsOf } from '#web/player/previews.ts'
import { soundOf as soundOfItem, type Sound } from '#web/player/sound.ts'
import { entryOfTrack, soundOf } from '#web/playlist/playlist.ts'

/** Puts a beat, or the previews of a pack or kit, into the queue. The player tells what it did. */
export async function addItemToQueue(item: Item, place: 'next' | 'last') {
  const sounds = await act(
    {
      async send() {
        const found = await soundsOf(item)
        if (!found.length) throw new Error('nothing to hear')
        return found
      },
      failure: () => "Couldn't add to queue",
    },
    undefined,
  )
  if (sounds.done) withEngine((engine) => engine.add(sounds.result, place))
}

async function soundsOf(item: Item): Promise<Sound[]> {
  const whole = soundOfItem(item)
  if (item.kind === 'BEAT') return whole ? [whole] : []
  const tracks = (await previewsOf(item.kind, item.id)).map((track) => soundOf(entryOfTrack(item, track)))
  return tracks.length || !whole ? tracks : [whole]
}
