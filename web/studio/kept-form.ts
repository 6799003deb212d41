import { uploadPurposes, type UploadPurpose } from '#contract/upload-purposes.ts'
import { fieldsOf, finiteFrom, listFrom, readStored, textFrom, writeStored } from '#web/stored.ts'
import { formPlace } from '#web/uploads/waiting-forms.ts'
import { useUploads, type RunningUpload } from '#web/uploads/uploads.ts'
import { DRAFT_FILES, type Draft, type DraftFile, type KeptFile } from './draft.ts'
import type { ZippedFile } from './zip-list.ts'

type Values = Record<string, string | boolean>
type KeptForm = {
  values: Values
  touched: ReadonlySet<string>
  files: Partial<Record<DraftFile, KeptFile>>
  /** The list of the chosen archive, in the order and under the names that its seller gave. */
  zipped: ZippedFile[]
}

/** Longer lists are not kept: only tracks of packs are named and sorted, and a pack has no more. */
const MOST_ZIPPED = 200

const isPurpose = (name: string | null): name is UploadPurpose => name !== null && Object.hasOwn(uploadPurposes, name)

function fileFrom(value: unknown): KeptFile | null {
  const { name, size, purpose, id } = fieldsOf(value)
  const [nameText, bytes, purposeText] = [textFrom(name), finiteFrom(size), textFrom(purpose)]
  if (nameText === null || bytes === null || bytes <= 0 || !isPurpose(purposeText)) return null
  return { name: nameText, size: bytes, purpose: purposeText, id: textFrom(id) }
}

function zippedFrom(value: unknown): ZippedFile | null {
  const { path, bytes, title } = fieldsOf(value)
  const [pathText, size, titleText] = [textFrom(path), finiteFrom(bytes), textFrom(title)]
  if (pathText === null || size === null) return null
  return { path: pathText, bytes: size, ...(titleText !== null && { title: titleText }) }
}

/** The form that this tab had before the page was loaded again; null if there is none. */
export function readForm(named: Parameters<typeof formPlace>[0], empty: Values): KeptForm | null {
  const { values, touched, files, zipped } = fieldsOf(readStored(formPlace(named), 'tab'))
  if (values === undefined) return null
  const kept = Object.entries(fieldsOf(values)).filter(([name, value]) => typeof value === typeof empty[name])
  const found = DRAFT_FILES.map((name) => [name, fileFrom(fieldsOf(files)[name])] as const)
  return {
    values: { ...empty, ...(Object.fromEntries(kept) as Values) },
    touched: new Set(listFrom(touched, textFrom)),
    files: Object.fromEntries(found.filter(([, file]) => file !== null)),
    zipped: listFrom(zipped, zippedFrom),
  }
}

/** Writes a form whenever it or its uploads change, until it has been sent. Gives a function that forgets it. */
export function keepForm<V extends Values, F>(draft: Draft<V, F>, account: number, kind: string) {
  let written = ''
  let place = ''
  const write = () => {
    const { values, touched, files, found, unrestored, draftId, stage } = draft.getState()
    if (stage === 'sent') return forget()
    const { uploads } = useUploads.getState()
    const kept = Object.entries(files).flatMap(([name, { key }]) => {
      const upload = uploads.find((one) => one.key === key)
      return upload ? [[name, keptOf(upload)] as const] : []
    })
    const zipped = Array.isArray(found) && found.length <= MOST_ZIPPED ? found : []
    const form = { values, touched: [...touched], files: { ...unrestored, ...Object.fromEntries(kept) }, zipped }
    const now = formPlace({ account, kind, draftId })
    const text = now + JSON.stringify(form)
    if (text === written) return
    if (place !== now) erase() // it has become a draft of the server
    place = now
    written = text
    writeStored(place, form, 'tab')
  }
  const erase = () => place && writeStored(place, null, 'tab')
  const endings = [draft.subscribe(write), useUploads.subscribe(write)]
  const forget = () => {
    for (const end of endings) end()
    erase()
  }
  return forget
}

const keptOf = ({ name, size, purpose, id }: RunningUpload): KeptFile => ({ name, size, purpose, id })
