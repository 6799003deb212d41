import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { KitMetaInput, PackMetaInput } from '#contract/studio-upload.ts'
import { createWorld, type World } from './world.ts'
import { fileNamed } from './archives.ts'

/** A seller with room for everything, and ways to send the files of attackers. */
export async function hostileWorld() {
  const world = await createWorld()
  const eve = await world.signUp()
  await world.app.db.updateTable('account').set({ plan: 'pro' }).where('id', '=', eve.id).execute()
  return {
    world,
    eve,
    sendPack: (zip: Buffer, over: Partial<PackMetaInput> = {}, name = 'pack.zip') =>
      eve.call('POST /packs/upload', {
        files: { zip: fileNamed(name, zip) },
        body: { meta: { ...pack, ...over } },
      }),
    sendKit: (zip: Buffer, { over = {}, cover }: { over?: Partial<KitMetaInput>; cover?: File } = {}) =>
      eve.call('POST /kits/upload', {
        files: { zip: fileNamed('kit.zip', zip), ...(cover && { cover }) },
        body: { meta: { ...kit, ...over } },
      }),
    sendBeat: (files: { audio?: File; cover?: File; stems?: File }, over: object = {}) =>
      eve.call('POST /beats/upload', { files, body: { meta: { ...beat, ...over } } }),
    statesOf: (ids: number[]) =>
      sql<{ status: string; reason: string }>`select status, status_reason as reason from item
        where id = any(${ids}::bigint[]) order by id`.execute(world.app.db),
    expectNothingLeft: () => expectNothingLeft(world),
    filesOf: () => filesOf(world),
  }
}

const licenses = [{ type: 'MP3' as const, price: 20 }]
const pack = { name: 'Trap', description: 'A pack.', tags: 'dark', licenses }
const kit = { name: 'Trap', type: 'MIDI Kit' as const, description: 'A kit.', tags: 'dark', price: 10 }
const beat = { title: 'Trap', bpm: 140, genre: 'Drill', tags: 'dark', licenses }

/** Stored files, drafts of uploads and folders of steps. */
async function filesOf({ app }: World) {
  const folders = ['files', 'uploads', 'media'].map((name) => join(app.config.dataDir, name))
  const found = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])),
  )
  return found
    .flat()
    .filter((entry) => entry.isFile() || entry.name.startsWith('step-'))
    .map(({ name }) => name)
}

async function expectNothingLeft(world: World) {
  const { db } = world.app
  expect(await db.selectFrom('item').select('id').execute()).toEqual([])
  expect(await db.selectFrom('upload').select('id').execute()).toEqual([])
  expect(await filesOf(world)).toEqual([])
}
