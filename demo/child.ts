import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { serveJob } from '#server/media/serve-job.ts'
import type { Beat, Kit, Pack, Unsold } from './catalogue.ts'
import type { Place } from './files.ts'
import { makeBeat, makeKit, makePack, writeList } from './make-items.ts'
import { makePictures } from './make-pictures.ts'
import { makeVoices } from './make-voices.ts'
import type { ItemFiles } from './manifest.ts'

type Ordered = { root: string; name: string }

/** Makes a folder under another name and renames it when it is complete. */
const whole =
  <Order, Made>(make: (order: Order & Ordered, place: Place) => Promise<Made>) =>
  async (order: Order & Ordered): Promise<Made> => {
    const target = join(order.root, order.name)
    const place = { folder: `${target}.draft`, name: order.name }
    await rm(place.folder, { recursive: true, force: true })
    await mkdir(place.folder, { recursive: true })
    const made = await make(order, place)
    await writeList(place, made)
    await rm(target, { recursive: true, force: true })
    await rename(place.folder, target)
    return made
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
