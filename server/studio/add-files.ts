import type { AddedFiles } from '#contract/studio.ts'
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
  setState,
  type NewFile,
} from '#server/items/index.ts'
import { proposeChange } from '#server/moderation/index.ts'
import type { App } from '#server/services.ts'
import { expectEditable, isOnSale, lockOwn, type Owned } from './change.ts'
import { expectContent } from './expect-content.ts'
import { claimAudio, KNOWN_AUDIO } from './known-audio.ts'
import { endSteps, planAgain, type Step } from './media-jobs.ts'
import { askFor } from './pipeline.ts'
import { fileOf, sentPart, takePart } from './sent-parts.ts'

const ADDED_BY_ACCOUNT = { name: 'files by account', max: 200, seconds: 3600 }
const PARTS = ['audio', 'cover', 'stems', 'project'] as const
type Part = (typeof PARTS)[number]

type Added = { kind: ItemKind; id: number; sent: AddedFiles }

const partOf = ({ kind, sent }: Added, part: Part) => ({
  row: undefined,
  id: sent[`${part}UploadId`],
  purpose: part === 'cover' && kind === 'kit' ? ('kitCover' as const) : part,
})

/** Adds files to an own item, or replaces them; all of them or none. Buyers keep the version that they bought. */
export async function addFiles(app: App, ownerId: number, added: Added) {
  await throttle(app, ADDED_BY_ACCOUNT, String(ownerId))
  for (const part of PARTS) {
    const sent = await sentPart(app.db, ownerId, partOf(added, part))
    if (sent) await expectContent(app, part, sent)
  }
  await app.db.transaction().execute(async (tx) => {
    const take = (part: Part) => takePart(tx, ownerId, partOf(added, part))
    const audio = await take('audio')
    const cover = await take('cover')
    const stems = await take('stems')
    const project = await take('project')
    if (audio && !(await claimAudio(tx, ownerId, audio.sha256))) throw conflict('known_audio', KNOWN_AUDIO)
    const [item] = await lockOwn(tx, ownerId, [added.id])
    if (item?.kind !== added.kind) throw notFound(kindNames[added.kind])
    expectEditable(item)
    if (audio || cover) await expectSent(tx, item)
    // stems and project files need no review: the shop neither plays nor shows them
    const extras = [...(stems ? [fileOf('stems', stems)] : []), ...(project ? [fileOf('project', project)] : [])]
    if (extras.length > 0) await addVersions(tx, item.id, extras, app.clock.now())
    if (audio || cover)
      await replace(app, tx, item, { master: audio && fileOf('master', audio), coverKey: cover?.storageKey })
    else if (extras.length === 0) throw invalid({ [item.kind === 'kit' ? 'cover' : 'stems']: 'Choose a file.' })
  })
}

/** Makes the preview of an own beat anew from its master, with the voice tag that its seller has now, or without one. */
export async function remakePreview(app: App, ownerId: number, id: number, hasTag: boolean) {
  await throttle(app, ADDED_BY_ACCOUNT, String(ownerId))
  await app.db.transaction().execute(async (tx) => {
    const [item] = await lockOwn(tx, ownerId, [id])
    if (item?.kind !== 'beat') throw notFound(kindNames.beat)
    expectEditable(item)
    await expectSent(tx, item)
    await replace(app, tx, item, { hasTag })
  })
}

/** The new parts. With `hasTag` the preview is made anew, also without new audio. */
type Replacement = { master?: NewFile | undefined; coverKey?: string | undefined; hasTag?: boolean }

/** A new part passes the steps and the review. Of an item on sale, the present one stays until then. */
async function replace(app: App, tx: Tx, item: Owned, parts: Replacement) {
  const { master, coverKey, hasTag } = parts
  const now = app.clock.now()
  const files = master ? [master] : []
  if (isOnSale(item)) {
    await propose(tx, item.id, { files, hasCover: coverKey !== undefined, hasTag }, now)
    await proposeChange(tx, item.id, { hasFiles: false }, now)
  } else {
    if (master) await addVersions(tx, item.id, files, now)
    if (hasTag !== undefined) await changeItem(tx, item.id, { hasTag }, now)
    await setState(tx, item.id, 'processing', { now })
  }
  await planAgain(tx, item, stepsFor(item, parts), coverKey, now)
  await askFor(app, tx, item.id)
}

/** The MP3 of a beat carries its cover. Those of a pack keep the one that they were made with. */
const stepsFor = ({ kind }: Owned, { master, coverKey, hasTag }: Replacement): Step[] => [
  ...(master ? (['check'] as const) : []),
  ...(master || hasTag !== undefined ? (['preview'] as const) : []),
  ...(coverKey !== undefined ? (['cover'] as const) : []),
  ...(kind === 'beat' && (master || coverKey !== undefined) ? (['mp3'] as const) : []),
  ...(master ? (['fingerprint'] as const) : []),
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
  await endSteps(tx, item.id, now)
  await proposeChange(tx, item.id, { hasFiles: false }, now)
}
