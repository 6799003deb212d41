import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { serveJob } from '#server/media/serve-job.ts'
import type { Beat, Kit, Pack, Unsold } from './catalogue.ts'
import type { Place } from './files.ts'
import { DRAFTS, readList, writeList } from './lists.ts'
import { makeBeat, makeKit, makePack } from './make-items.ts'
import { makePictures } from './make-pictures.ts'
import { makeVoices } from './make-voices.ts'
import type { ItemFiles } from './manifest.ts'

type Ordered = { root: string; name: string }

/**
 * Makes a folder under a name of its own and renames it when it is complete. Two shops may make the same files at once:
 * the first one's stay.
 */
const whole =
  <Order, Made>(make: (order: Order & Ordered, place: Place) => Promise<Made>) =>
  async (order: Order & Ordered): Promise<Made> => {
    const target = join(order.root, order.name)
    await mkdir(dirname(target), { recursive: true })
    const place = { folder: await mkdtemp(join(order.root, DRAFTS, 'draft-')), name: order.name }
    const made = await make(order, place)
    await writeList(place, made)
    return rename(place.folder, target).then(
      () => made,
      async (failure: unknown) => {
        await rm(place.folder, { recursive: true })
        const known = await readList<Made>(order.root, order.name)
        if (known === null) throw failure
        return known
      },
    )
  }

type BeatOrder = { beat: Beat | Unsold; voice?: string } & Ordered

const wholeBeat = whole(({ beat, voice }: BeatOrder, place) => makeBeat(beat, place, voice))

const tasks = {
  async beats({ orders }: { orders: BeatOrder[] }) {
    const made: ItemFiles[] = []
    for (const order of orders) made.push(await wholeBeat(order))
    return made
  },
  voices: whole((_, place) => makeVoices(place)),
  pack: whole(({ pack, root }: { pack: Pack } & Ordered, place) => makePack(pack, place, root)),
  kit: whole(({ kit }: { kit: Kit }, place) => makeKit(kit, place)),
  pictures: whole((_, place) => makePictures(place)),
}
export type DemoTasks = typeof tasks

await serveJob(tasks)
