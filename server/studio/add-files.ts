import type { AddedFiles } from '#contract/studio.ts'
import type { UploadPurpose } from '#contract/upload-purposes.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'
import { throttle } from '#server/http/throttle.ts'
import {
  addFiles as addVersions,
  changeItem,
  dropProposal,
  kindNames,
  propose,
  replaceTracks,
  setState,
  type NewFile,
  type NewPart,
} from '#server/items/index.ts'
import { proposeChange } from '#server/moderation/index.ts'
import type { App } from '#server/services.ts'
import { expectEditable, isOnSale, lockOwn, type Owned } from './change.ts'
import { expectArchive, expectContent } from './expect-content.ts'
import { claimForBeat } from './known-audio.ts'
import { endSteps, planAgain, type Step } from './media-jobs.ts'
import { askFor } from './pipeline.ts'
import { fileOf, sentPart, takePart } from './sent-parts.ts'
import { archiveManners } from './submit-archive.ts'

const ADDED_BY_ACCOUNT = { name: 'files by account', max: 200, seconds: 3600 }
const PARTS = ['audio', 'zip', 'cover', 'stems', 'project'] as const
type Part = (typeof PARTS)[number]

type Added = { kind: ItemKind; id: number; sent: AddedFiles }

const partOf = ({ kind, sent }: Added, part: Part) => ({
  row: undefined,
  id: sent[`${part}UploadId`],
  purpose: purposeOf(kind, part),
})

function purposeOf(kind: ItemKind, part: Part): UploadPurpose {
  if (part === 'zip') return kind === 'kit' ? 'kitZip' : 'packZip'
  return part === 'cover' && kind === 'kit' ? 'kitCover' : part
}

/** Adds files to an own item, or replaces them; all of them or none. Buyers keep the version that they bought. */
export async function addFiles(app: App, ownerId: number, added: Added) {
  await throttle(app, ADDED_BY_ACCOUNT, String(ownerId))
  // the item is checked first, because decoding the files takes seconds
  await app.db.transaction().execute((tx) => lockEditable(tx, ownerId, added))
  for (const part of PARTS) {
    const sent = await sentPart(app.db, ownerId, partOf(added, part))
    if (sent && part !== 'zip') await expectContent(app, part, sent)
  }
  const tracks = await tracksIn(app, ownerId, added)
  await app.db.transaction().execute(async (tx) => {
    const take = (part: Part) => takePart(tx, ownerId, partOf(added, part))
    const audio = await take('audio')
    const zip = await take('zip')
    const cover = await take('cover')
    const stems = await take('stems')
    const project = await take('project')
    if (audio) await claimForBeat(tx, ownerId, audio.sha256)
    const item = await lockEditable(tx, ownerId, added)
    if (audio || zip || cover) await expectSent(tx, item)
    // stems and project files need no review: the shop neither plays nor shows them
    const extras = [...(stems ? [fileOf('stems', stems)] : []), ...(project ? [fileOf('project', project)] : [])]
    if (extras.length > 0) await addVersions(tx, item.id, extras, app.clock.now())
    if (audio || zip || cover) {
      const sound = zip ? fileOf('archive', zip) : audio && fileOf('master', audio)
      await replace(app, tx, item, { sound, tracks, coverKey: cover?.storageKey })
    }
    if (extras.length === 0 && !audio && !zip && !cover)
      throw invalid({ [item.kind === 'kit' ? 'cover' : 'stems']: 'Choose a file.' })
  })
}

async function lockEditable(tx: Tx, ownerId: number, { kind, id }: Pick<Added, 'kind' | 'id'>) {
  const [item] = await lockOwn(tx, ownerId, [id])
  if (item?.kind !== kind) throw notFound(kindNames[kind])
  expectEditable(item)
  return item
}

/** The tracks of a new archive, read from its list before it is taken. */
async function tracksIn(app: App, ownerId: number, added: Added) {
  const sent = await sentPart(app.db, ownerId, partOf(added, 'zip'))
  if (!sent || added.kind === 'beat') return undefined
  const { limits, partsOf } = archiveManners[added.kind]
  return expectArchive(app, 'zip', sent, limits, partsOf)
}

/** Makes the preview of an own beat anew from its master, with the voice tag that its seller has now, or without one. */
export async function remakePreview(app: App, ownerId: number, id: number, hasTag: boolean) {
  await throttle(app, ADDED_BY_ACCOUNT, String(ownerId))
  await app.db.transaction().execute(async (tx) => {
    const item = await lockEditable(tx, ownerId, { kind: 'beat', id })
    await expectSent(tx, item)
    await replace(app, tx, item, { hasTag })
  })
}

/** The new parts: a master, or an archive with its tracks. With `hasTag` the preview is made anew, also without them. */
type Replacement = {
  sound?: NewFile | undefined
  tracks?: NewPart[] | undefined
  coverKey?: string | undefined
  hasTag?: boolean
}

/** A new part passes the steps and the review. Of an item on sale, the present one stays until then. */
async function replace(app: App, tx: Tx, item: Owned, parts: Replacement) {
  const { sound, tracks, coverKey, hasTag } = parts
  const now = app.clock.now()
  const files = sound ? [sound] : []
  const beatIds = tracks ? await beatsIn(tx, item.id) : []
  if (isOnSale(item)) {
    await propose(tx, item.id, { files, tracks, hasCover: coverKey !== undefined, hasTag }, now)
    await proposeChange(tx, item.id, { hasFiles: false }, now)
  } else {
    const [file] = sound ? await addVersions(tx, item.id, files, now) : []
    if (file && tracks) await replaceTracks(tx, item.id, file.id, tracks, now)
    if (hasTag !== undefined) await changeItem(tx, item.id, { hasTag }, now)
    await setState(tx, item.id, 'processing', { now })
  }
  await planAgain(tx, item, stepsFor(item, parts), { check: { beatIds }, cover: { coverKey } }, now)
  await askFor(app, tx, item.id)
}

/** The beats that the tracks of a pack lead to; those of its next archive may lead there, too. */
async function beatsIn(tx: Tx, itemId: number) {
  const tracks = tx.selectFrom('itemTrack').where('itemId', '=', itemId).where('removedAt', 'is', null)
  return (await tracks.select('beatId').distinct().execute()).flatMap(({ beatId }) => beatId ?? [])
}

/** The MP3 of a beat carries its cover. Those of a pack keep the one that they were made with. */
const stepsFor = ({ kind }: Owned, { sound, coverKey, hasTag }: Replacement): Step[] => [
  ...(sound ? (['check'] as const) : []),
  ...(sound || hasTag !== undefined ? (['preview'] as const) : []),
  ...(coverKey !== undefined ? (['cover'] as const) : []),
  ...((sound && kind !== 'kit') || (kind === 'beat' && coverKey !== undefined) ? (['mp3'] as const) : []),
  ...(sound && kind !== 'kit' ? (['fingerprint'] as const) : []),
]

/** A draft gets its sound or archive by the form that also asks for its words, tags and licenses. */
async function expectSent(tx: Tx, { id, kind }: Owned) {
  const file = await tx
    .selectFrom('itemFile')
    .where('itemId', '=', id)
    .where('role', '=', kind === 'beat' ? 'master' : 'archive')
    .where('isPresent', '=', true)
    .select('id')
    .executeTakeFirst()
  if (!file) throw conflict('wrong_state', `This ${kind} has no files yet. Complete it first.`)
}

/** Takes back all new parts that wait for a review, or that failed. */
export async function withdraw(tx: Tx, item: Owned, now: Date) {
  const waits = await tx.selectFrom('itemProposal').where('itemId', '=', item.id).select('itemId').executeTakeFirst()
  if (!waits) throw conflict('wrong_state', 'Nothing of it waits for a review.')
  await dropProposal(tx, item.id, now)
  await endSteps(tx, [item.id], now)
  await proposeChange(tx, item.id, { hasFiles: false }, now)
}
