import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { ApiFailure } from '#web/api/failure.ts'
import type { Draft } from './draft.ts'

type Calls = { begin: () => Promise<OwnItemDetail>; change: (id: number) => Promise<unknown> }

/** Keeps the words on the server. Files and prices stay with the form as long as the page is open. */
export async function keepDraft<Values, Found>(draft: Draft<Values, Found>, values: Values, { begin, change }: Calls) {
  draft.setState({ values })
  const { draftId } = draft.getState()
  if (draftId !== undefined) {
    const isKept = await change(draftId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiFailure && error.status === 404) return false // deleted meanwhile
        throw error
      },
    )
    if (isKept) return
  }
  const { id } = await begin()
  draft.setState({ draftId: id })
  await change(id)
}
