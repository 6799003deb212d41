import type { Item } from '#contract/item.ts'
import { act } from '#web/api/use-action.ts'
import { addToPlaylist } from '#web/playlist/playlist-store.ts'
import { entryOf, entryOfTrack } from '#web/playlist/playlist.ts'
import { previewsOf } from '#web/player/previews.ts'
import { toast } from '#web/ui/toast.ts'

/** Adds a beat, or all previews of a pack, but no kit. Shows a toast. */
export async function addItemToPlaylist(item: Item) {
  if (item.kind === 'KIT') toast('Kits can’t be added to the playlist.')
  else if (item.kind === 'PACK') await addPack(item)
  else await addBeat(item)
}

const KNOWN = 'Already in the playlist'

async function addBeat(item: Item) {
  const outcome = await act(
    {
      async send() {
        const entry = entryOf(item)
        if (!entry) throw new Error('nothing to hear')
        return addToPlaylist([entry])
      },
      failure: () => "Couldn't add to playlist",
    },
    undefined,
  )
  if (outcome.done) toast.success(outcome.result ? 'Added to playlist' : KNOWN)
}

async function addPack(pack: Item) {
  const saying = { id: toast.loading('Adding pack previews…') }
  try {
    const previews = await previewsOf('PACK', pack.id)
    if (previews.length === 0) return void toast.error('No previews found for this pack.', saying)
    const added = await addToPlaylist(previews.map((preview) => entryOfTrack(pack, preview)))
    toast.success(added ? 'Pack added to playlist' : KNOWN, saying)
  } catch {
    toast.error("Couldn't add pack", saying)
  }
}
