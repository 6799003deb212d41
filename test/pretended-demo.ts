import { randomBytes } from 'node:crypto'
import { catalogue } from '#demo/catalogue.ts'
import type { ItemFiles, Manifest, SoldFile } from '#demo/manifest.ts'
import { PEOPLE } from '#demo/people.ts'

const MEDIA_TYPES = {
  master: 'audio/wav',
  mp3: 'audio/mpeg',
  stems: 'application/zip',
  project: 'application/zip',
  archive: 'application/zip',
}

const mp3File = soldFile('mp3')
const sizes = { 160: 'a.webp', 320: 'b.webp', 640: 'c.webp' }

function itemFiles(roles: SoldFile['role'][], tracks: ItemFiles['tracks'] = []): ItemFiles {
  const wave = {
    full: Buffer.alloc(600, 9).toString('base64'),
    low: Buffer.alloc(600, 4).toString('base64'),
    mini: Buffer.alloc(96).toString('base64'),
  }
  return { durationMs: 30_000, preview: 'p.mp3', wave, cover: sizes, sold: roles.map(soldFile), tracks }
}

/** Each file has bytes of its own: another beat of the same file leaves the shop with an exclusive sale. */
function soldFile(role: SoldFile['role']) {
  return {
    role,
    path: `x/${role}.zip`,
    name: role,
    mediaType: MEDIA_TYPES[role],
    bytes: 5,
    sha256: randomBytes(32).toString('hex'),
    crc32: 5,
  }
}

/** Pretends that all files of the demo were made. */
export const pretendedManifest: Manifest = {
  folder: '/made',
  items: Object.fromEntries([
    ...catalogue.beats.map(({ slug }) => [slug, itemFiles(['master', 'mp3', 'stems'])]),
    ...catalogue.unsold.map(({ slug, state }) => [
      slug,
      itemFiles(state === 'failed' ? ['master'] : ['master', 'mp3', 'stems']),
    ]),
    ...catalogue.packs.map(({ slug, beats }) => [
      slug,
      itemFiles(
        ['archive'],
        beats.map((beat) => ({
          title: beat.title,
          archivePath: `${beat.slug}.wav`,
          beatSlug: beat.slug,
          bpm: beat.bpm,
          key: beat.key,
          durationMs: 1,
          preview: 't.mp3',
          mp3: mp3File,
        })),
      ),
    ]),
    ...catalogue.kits.map(({ slug }) => [slug, itemFiles(['archive'])]),
  ]),
  pictures: {
    avatars: Object.fromEntries(PEOPLE.map(({ handle }) => [handle, sizes])),
  },
  voices: { ColdHarbour: { path: 'v.wav', durationMs: 1_100 } },
}
