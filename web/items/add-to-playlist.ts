import type { Item } from '#contract/item.ts'
import { addToPlaylist, entryFrom, entryOf } from '#web/player/playlist.ts'
import { previewsOf } from '#web/player/previews.ts'
import { toast } from '#web/ui/toast.ts'

/** A beat itself, a pack's previews one by one, a kit not at all. Says what happened. */
export async function addItemToPlaylist(item: Item) {
  if (item.kind === 'KIT') toast('Kits can’t be added to the playlist.')
  else if (item.kind === 'PACK') await addPack(item)
  else addBeat(item)
}

function addBeat(item: Item) {
  try {
    const entry = entryOf(item, item.durationInSeconds)
    if (!entry) throw new Error('nothing to hear')
    addToPlaylist([entry])
    toast.success('Added to playlist')
  } catch {
    toast.error("Couldn't add to playlist")
  }
}

async function addPack({ id }: Item) {
  const saying = { id: toast.loading('Adding pack previews…') }
  try {
    const previews = await previewsOf('PACK', id)
    if (previews.length === 0) return void toast.error('No previews found for this pack.', saying)
    addToPlaylist(previews.map(entryFrom))
    toast.success('Pack added to playlist', saying)
  } catch {
    toast.error("Couldn't add pack", saying)
  }
}
