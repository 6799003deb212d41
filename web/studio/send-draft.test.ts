import { expect, test } from 'vitest'
import { create } from 'zustand'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { useSession } from '#web/session/session.ts'
import { useUploads } from '#web/uploads/uploads.ts'
import type { Draft } from './draft.ts'
import { sendDraft } from './send-draft.ts'

test('an item that is made after its seller has signed out is not shown to the next person', async () => {
  const auth = { userId: 3 } as NonNullable<ReturnType<typeof useSession.getState>['auth']>
  useSession.setState({ auth })
  const draft = create(() => ({ files: {}, stage: 'open' })) as unknown as Draft<{ title: string }, object>
  let answer: ((made: OwnItemDetail) => void) | undefined
  const made = new Promise<OwnItemDetail>((resolve) => (answer = resolve))
  const sent = sendDraft(draft, { values: { title: 'Cold Steps' }, post: () => made })
  useSession.setState({ auth: null })
  answer?.({ id: 7, title: 'Cold Steps', style: null, bpm: null, key: null } as OwnItemDetail)
  await sent
  expect(useUploads.getState().items).toEqual([])
  expect(draft.getState().stage).toBe('sent')
})
