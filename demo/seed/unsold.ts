import { catalogue, type Unsold } from '#demo/catalogue.ts'
import type { Manifest } from '#demo/manifest.ts'
import type { Tx } from '#server/db/connect.ts'
import { createItems, type NewItem } from '#server/items/index.ts'
import { openReview } from '#server/moderation/index.ts'
import { planSteps } from '#server/studio/index.ts'
import { newItem, placesFor } from './items.ts'
import type { Member } from './people.ts'
import { voiceKey } from './storage-keys.ts'
import { HOUR } from './time.ts'

/** Adds the beats that wait for a review, were rejected, failed, or are off sale. */
export async function addUnsold(tx: Tx, manifest: Manifest, members: Member[], now: Date) {
  const { unsold } = catalogue
  const places = await placesFor(tx, members)
  const items = unsold.map((beat) => {
    const made = newItem('beat', beat, manifest.items[beat.slug]!, { ...places(beat, now), beatIds: new Map() })
    return inState(beat, made)
  })
  const ids = await createItems(tx, items, now)
  const admin = members.find(({ isAdmin }) => isAdmin)!
  for (const [index, beat] of unsold.entries()) {
    const itemId = ids[index]!
    const submittedAt = new Date(now.getTime() - (index + 2) * HOUR)
    if (beat.state === 'pending') await openReview(tx, itemId, submittedAt)
    if (beat.state === 'rejected') await addRejection(tx, { itemId, submittedAt, reason: beat.reason }, admin.id)
    if (beat.state === 'failed') await addFailedSteps(tx, itemId, beat.reason, now)
  }
}

function inState(beat: Unsold, item: NewItem): NewItem {
  const { state } = beat
  if (state === 'paused') return { ...item, status: state }
  if (state === 'sold') return { ...item, status: 'published' } // its order takes it off sale
  const hidden = { ...item, status: state, publishedAt: null, ...('reason' in beat && { statusReason: beat.reason }) }
  if (state !== 'failed') return hidden
  const { wave: _, ...bare } = hidden
  return { ...bare, coverKey: null, previewKey: null, miniWave: null, durationMs: null }
}

const addRejection = (tx: Tx, review: { itemId: number; submittedAt: Date; reason: string }, reviewerId: number) =>
  tx
    .insertInto('review')
    .values({ ...review, decision: 'rejected', reviewerId, decidedAt: new Date(review.submittedAt.getTime() + HOUR) })
    .execute()

/** The first step failed; the others wait for it. */
async function addFailedSteps(tx: Tx, itemId: number, reason: string, now: Date) {
  await planSteps(tx, { id: itemId, kind: 'beat' }, {}, now)
  await tx
    .updateTable('mediaJob')
    .set({ state: 'failed', failure: reason, finishedAt: now })
    .where('itemId', '=', itemId)
    .where('position', '=', 0)
    .execute()
}

/** Gives their voice tags to the producers that have one. */
export async function addVoices(tx: Tx, { voices }: Manifest, members: Member[], now: Date) {
  const rows = Object.entries(voices).map(([handle, { durationMs }]) => ({
    accountId: members.find((member) => member.handle === handle)!.id,
    storageKey: voiceKey(handle),
    durationMs,
    createdAt: now,
  }))
  if (rows.length > 0) await tx.insertInto('voiceTag').values(rows).execute()
}
