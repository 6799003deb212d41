import { expect, test } from 'vitest'
import { create } from 'zustand'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { ApiFailure } from '#web/api/failure.ts'
import type { Draft } from './draft.ts'
import { keepDraft } from './keep-draft.ts'

test('a draft that was deleted elsewhere is kept as a new one', async () => {
  const draft = create(() => ({ values: {}, draftId: 7 })) as unknown as Draft<object, object>
  const kept: number[] = []
  await keepDraft(
    draft,
    {},
    {
      begin: () => Promise.resolve({ id: 8 } as OwnItemDetail),
      change: async (id) => {
        if (id === 7) throw new ApiFailure(404, { message: 'Beat not found.' })
        kept.push(id)
      },
    },
  )
  expect(kept).toEqual([8])
  expect(draft.getState().draftId).toBe(8)
})
