import { create } from 'zustand'
import type { Kind } from '#contract/item.ts'
import { KINDS } from '#web/items/kinds.ts'
import { fieldsOf, readStored, textFrom, writeStored } from '#web/stored.ts'

/** The name of a form in the tab's storage: each account has one new form of a kind, and one for each draft. */
type Named = { account: number; kind: string; draftId: number | undefined }
export const formPlace = ({ account, kind, draftId }: Named) => `slide.form.${account}.${kind}.${draftId ?? 'new'}`

/** A new form that this tab had before the page was loaded again, with files. */
export type WaitingForm = { account: number; kind: Kind; files: readonly string[]; lacksFile: boolean }

/** The forms that nobody has opened since the page was loaded. */
export const useWaitingForms = create<{ forms: readonly WaitingForm[] }>(() => ({ forms: [] }))

const placeOf = ({ account, kind }: Pick<WaitingForm, 'account' | 'kind'>) =>
  formPlace({ account, kind, draftId: undefined })

/** Looks for forms of this account. Without words of its own, the list of drafts shows those that the server keeps. */
export const findWaitingForms = (account: number | undefined) =>
  useWaitingForms.setState({ forms: account === undefined ? [] : KINDS.flatMap((kind) => waitingForm(account, kind)) })

function waitingForm(account: number, kind: Kind): WaitingForm | [] {
  const { files } = fieldsOf(readStored(placeOf({ account, kind }), 'tab'))
  const kept = Object.values(fieldsOf(files)).map(fieldsOf)
  const names = kept.flatMap(({ name }) => textFrom(name) ?? [])
  if (names.length === 0) return []
  return { account, kind, files: names, lacksFile: kept.some(({ id }) => textFrom(id) === null) }
}

/** The form was opened: from now on its dialog and the tray show its files. */
export const takeWaitingForm = (kind: Kind) =>
  useWaitingForms.setState(({ forms }) => ({ forms: forms.filter((form) => form.kind !== kind) }))

/** Forgets the form. The server removes its files within a day. */
export function discardWaitingForm(form: WaitingForm) {
  writeStored(placeOf(form), null, 'tab')
  takeWaitingForm(form.kind)
}
