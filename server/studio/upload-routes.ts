import type { studio } from '#contract/studio.ts'
import type { MediaSteps } from '#contract/studio-upload.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ItemStatus } from '#server/db/types.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import { throttle } from '#server/http/throttle.ts'
import { createItem, setProposal, setState } from '#server/items/index.ts'
import { MediaError } from '#server/media/audio.ts'
import type { App } from '#server/services.ts'
import { findUpload } from '#server/uploads/rows.ts'
import { lockOwn, styleNamed } from './change.ts'
import { hear } from './heard.ts'
import { OURS, stepsOf, waitAgain, type JobRow } from './media-jobs.ts'
import { findOwn } from './own-items.ts'
import { askFor } from './pipeline.ts'
import { roomOf, takeRoom } from './room.ts'
import { ownDetail } from './routes.ts'
import { submitKit, submitPack } from './submit-archive.ts'
import { submitBeat } from './submit-beat.ts'

const HEARD_BY_ACCOUNT = { name: 'heard by account', max: 200, seconds: 3600 }
const BEGUN_BY_ACCOUNT = { name: 'drafts by account', max: 200, seconds: 3600 }
const SENT_BY_ACCOUNT = { name: 'items by account', max: 200, seconds: 3600 }

export const uploadedItemRoutes = (app: App): Handlers<(typeof studio)['studio']> => ({
  async beat({ body, files, viewer }) {
    await throttle(app, SENT_BY_ACCOUNT, String(viewer.id))
    return ownDetail(app, viewer.id, 'beat', await submitBeat(app, viewer.id, body.meta, files))
  },

  async pack({ body, files, viewer }) {
    await throttle(app, SENT_BY_ACCOUNT, String(viewer.id))
    return ownDetail(app, viewer.id, 'pack', await submitPack(app, viewer.id, body.meta, files))
  },

  async kit({ body, files, viewer }) {
    await throttle(app, SENT_BY_ACCOUNT, String(viewer.id))
    return ownDetail(app, viewer.id, 'kit', await submitKit(app, viewer.id, body.meta, files))
  },

  async draftPack({ body: { name, genre, ...words }, viewer }) {
    await throttle(app, BEGUN_BY_ACCOUNT, String(viewer.id))
    const id = await app.db.transaction().execute(async (tx) => {
      await takeRoom(tx, viewer.id, 'pack')
      const more = { title: name, genre, styleId: await styleNamed(tx, genre) }
      return createItem(tx, { kind: 'pack', ownerId: viewer.id, ...words, ...more }, app.clock.now())
    })
    return ownDetail(app, viewer.id, 'pack', id)
  },

  async draftBeat({ body: { genre, bpm, ...words }, viewer }) {
    await throttle(app, BEGUN_BY_ACCOUNT, String(viewer.id))
    const id = await app.db.transaction().execute(async (tx) => {
      await takeRoom(tx, viewer.id, 'beat')
      const more = { genre, styleId: await styleNamed(tx, genre), bpm: bpm ?? null, status: 'draft' as const }
      return createItem(tx, { kind: 'beat', ownerId: viewer.id, ...words, ...more }, app.clock.now())
    })
    return ownDetail(app, viewer.id, 'beat', id)
  },

  async heard({ params, viewer }) {
    await throttle(app, HEARD_BY_ACCOUNT, String(viewer.id))
    const upload = await findUpload(app.db, params.id, viewer.id)
    if (!upload) throw notFound('Upload')
    const { state, storageKey, sha256, purpose, accountId } = upload
    if (purpose !== 'audio') throw invalid({ audio: 'This file was not sent as a sound.' })
    if (state !== 'ready' || !storageKey || !sha256) throw conflict('not_complete', 'The file is still on its way.')
    try {
      const { mini: _, ...facts } = await hear(app, { storageKey, sha256, accountId })
      return facts
    } catch (error) {
      throw error instanceof MediaError ? invalid({ audio: error.message }) : error
    }
  },

  steps: ({ params, viewer }) => presentSteps(app, viewer.id, params.id),

  async retry({ params: { id }, viewer }) {
    await app.db.transaction().execute(async (tx) => {
      const [item] = await lockOwn(tx, viewer.id, [id])
      if (!item) throw notFound('Item')
      if (item.status === 'failed') await setState(tx, id, 'processing', { now: app.clock.now() })
      else if (await hasFailedProposal(tx, id)) await setProposal(tx, id, 'processing')
      else throw conflict('wrong_state', 'Only failed items can be tried again.')
      await waitAgain(tx, id, app.clock.now())
      await askFor(app, tx, id)
    })
    return presentSteps(app, viewer.id, id)
  },

  room: ({ viewer }) => Promise.all((['beat', 'pack', 'kit'] as const).map((kind) => roomOf(app.db, viewer.id, kind))),
})

const hasFailedProposal = async (tx: Tx, itemId: number) =>
  Boolean(
    await tx
      .selectFrom('itemProposal')
      .where('itemId', '=', itemId)
      .where('state', '=', 'failed')
      .select('itemId')
      .executeTakeFirst(),
  )

async function presentSteps(app: App, ownerId: number, itemId: number): Promise<MediaSteps> {
  const { status, proposalState } = await findOwn(app.db, ownerId, null, itemId)
  const jobs = await stepsOf(app.db, itemId)
  const check = stateOf(jobs.filter(({ step }) => step === 'check'))
  const rest = stateOf(jobs.filter(({ step }) => step !== 'check'))
  const review = reviewOf(status, proposalState)
  return {
    steps: [
      { step: 'Received', state: 'done', message: '' },
      { step: 'Checked', ...check },
      { step: 'Analyzed', ...check, message: '' },
      { step: 'Preview', ...rest },
      { step: 'Review', state: review, message: review === 'failed' ? 'Your dashboard says why.' : '' },
    ],
    canRetry: (status === 'failed' || proposalState === 'failed') && jobs.some(({ failure }) => failure === OURS),
  }
}

/** Several jobs are one stop: it has failed when one has, and is done when all are. */
function stateOf(jobs: JobRow[]): { state: MediaSteps['steps'][number]['state']; message: string } {
  const failed = jobs.find(({ state }) => state === 'failed')
  if (failed) return { state: 'failed', message: failed.failure }
  if (jobs.every(({ state }) => state === 'done')) return { state: 'done', message: '' }
  return { state: jobs.some(({ state }) => state !== 'waiting') ? 'running' : 'waiting', message: '' }
}

const REVIEWED: readonly ItemStatus[] = ['published', 'paused', 'sold']
function reviewOf(status: ItemStatus, proposalState: string | null) {
  if (proposalState !== null) return proposalState === 'ready' ? 'running' : 'waiting'
  if (REVIEWED.includes(status)) return 'done'
  if (status === 'rejected' || status === 'taken_down') return 'failed'
  return status === 'pending' ? 'running' : 'waiting'
}
