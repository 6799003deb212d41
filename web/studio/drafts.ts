import { create } from 'zustand'
import type { Kind } from '#contract/item.ts'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { accountNow } from '#web/session/session.ts'
import { takeWaitingForm } from '#web/uploads/waiting-forms.ts'
import { cancelUpload } from '#web/uploads/start-upload.ts'
import type { Draft, DraftState } from './draft.ts'
import { keepForm, readForm } from './kept-form.ts'

/** The drafts of one kind: one that is new, and one for each draft on the server that was opened. */
export function draftsOf<Values extends Record<string, string | boolean>, Found>(
  kind: Kind,
  empty: Values,
  valuesOf: (item: OwnItemDetail) => Values,
) {
  type One = Draft<Values, Found>
  type Open = { draft: One; account: number | undefined; forget: () => void }
  let open: Open[] = []

  function begin(draftId: number | undefined, more: Partial<DraftState<Values, Found>> = {}) {
    const account = accountNow()
    if (draftId === undefined) takeWaitingForm(kind)
    const kept = account === undefined ? null : readForm({ account, kind, draftId }, empty)
    const draft = create<DraftState<Values, Found>>(() => ({
      values: empty,
      touched: new Set<string>(),
      files: {},
      unfinished: {},
      found: null,
      draftId,
      stage: 'open',
      ...more,
      ...(kept && { values: kept.values as Values, touched: kept.touched }),
      ...(kept?.zipped.length && { found: kept.zipped as Found }),
      unrestored: kept?.files ?? {},
    }))
    const forget = account === undefined ? () => {} : keepForm(draft, account, kind)
    open.push({ draft, account, forget })
    return draft
  }

  /** The form that was closed last, unless it is on its way already, or another account’s. */
  function find(draftId: number | undefined) {
    for (const { account, forget } of open) if (account !== accountNow()) forget()
    open = open.filter(({ draft, account }) => account === accountNow() && draft.getState().stage !== 'sent')
    return open.find(({ draft }) => draft.getState().draftId === draftId && draft.getState().stage === 'open')?.draft
  }

  return {
    current: (): One => find(undefined) ?? begin(undefined),
    /** The form of a draft that the server has kept. What was filled in counts as touched. */
    kept(item: OwnItemDetail): One {
      const values = valuesOf(item)
      const touched = new Set(Object.keys(values).filter((name) => values[name] !== ''))
      return find(item.id) ?? begin(item.id, { values, touched })
    },
    /** Empties the form and cancels its uploads, unless it is on its way. */
    reset(draft: One) {
      const { stage, files } = draft.getState()
      if (stage !== 'open') return
      open.find((one) => one.draft === draft)?.forget()
      open = open.filter((one) => one.draft !== draft)
      for (const { key } of Object.values(files)) cancelUpload(key)
    },
  }
}
