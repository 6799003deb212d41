import { useEffect, useEffectEvent } from 'react'
import { useChosenFile, type Draft, type DraftFile } from './draft.ts'

type Form<Name> = { input: (name: Name) => object; set: (name: Name, value: string) => void }

/** The field of a file, which has no control of its own. It is checked anew when the file or its fault changes. */
export function useFileField<Name extends DraftFile, V, F>(
  form: Form<Name>,
  draft: Draft<V, F>,
  name: Name,
  fault = '',
) {
  const chosen = useChosenFile(draft, name)
  form.input(name)
  const failed = chosen?.upload.fault
  const check = useEffectEvent(() => form.set(name, chosen?.file.name ?? ''))
  useEffect(() => check(), [chosen?.upload.key, failed, fault])
}
