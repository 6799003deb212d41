import type { listening, PlaylistSound, SoundRef } from '#contract/listening.ts'
import { itemsToHear, soundsOf } from '#server/catalogue/index.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { appendEntries, entriesOf, removeEntry, reordered, replaceEntries, versionOf } from './playlist.ts'
import { listRecent } from './recently-played.ts'

export function listeningRoutes(app: App): Handlers<typeof listening> {
  const { db } = app
  /** Returns each sound once, and only sounds with a preview. */
  const heard = async (refs: SoundRef[]) => {
    const sounds = await soundsOf(app, refs)
    return [...new Map(sounds.map((sound) => [`${sound.item.id} ${sound.trackId}`, refOf(sound)])).values()]
  }
  return {
    async playlist({ viewer }) {
      const version = await versionOf(db, viewer.id) // read first: the list must not be older than its version
      return { version, entries: await soundsOf(app, await entriesOf(db, viewer.id)) }
    },
    async replace({ viewer, body: { version, entries } }) {
      const there = await entriesOf(db, viewer.id) // the write below fails if the version changed meanwhile
      const audible = await heard([...entries, ...there])
      return replaceEntries(db, viewer.id, { version, entries: reordered(entries, { there, audible }) })
    },
    async append({ viewer, body }) {
      const entries = await heard(body.entries)
      if (entries.length === 0) throw notFound('Track')
      return appendEntries(db, viewer.id, entries)
    },
    remove: async ({ viewer, query: { itemId, trackId = null } }) => removeEntry(db, viewer.id, { itemId, trackId }),
    recentlyPlayed: async ({ viewer }) => ({ items: await itemsToHear(app, await listRecent(db, viewer.id)) }),
  }
}

const refOf = ({ item, trackId }: PlaylistSound): SoundRef => ({ itemId: item.id, trackId })
