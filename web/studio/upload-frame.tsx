import { useId, type FormEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Kind } from '#contract/item.ts'
import { CoverField } from './cover-field.tsx'
import type { Draft } from './draft.ts'
import { FormFooter, type FooterForm, type Names } from './form-footer.tsx'
import { PlanNote } from './plan-note.tsx'
import { useFileField } from './use-file-field.ts'
import { VoiceTagField } from './voice-tag-field.tsx'

/** The dialog gives this to each of its forms. */
export type UploadFormProps<OneDraft> = {
  draft: OneDraft
  /** Shows the dialog with this draft. */
  openDraft: () => void
  close: () => void
  /** The place for the buttons. */
  footer: HTMLElement | null
}

type FrameForm<Values> = FooterForm<Values> & {
  props: object
  input: (name: 'hasTag' | 'cover') => object
  set: (name: 'cover', value: string) => void
}

type Props<Values, Found> = UploadFormProps<Draft<Values, Found>> & {
  kind: Kind
  form: FrameForm<Values>
  onInput: (event: FormEvent) => void
  label: string
  names: Names<Values>
  /** The words of the button. */
  action: string
  keep?: (values: Values) => Promise<void>
  /** The file to sell, or the zone that takes it. */
  file: ReactNode
  /** Further files, below the cover. */
  beside?: ReactNode
  children: ReactNode
}

/** An upload form: the file above, the cover at the side, the fields beside it, and the buttons in the dialog’s foot. */
export function UploadFrame<Values extends { cover: string }, Found>(props: Props<Values, Found>) {
  const { draft, kind, form, onInput, label, file, beside, children, openDraft, footer } = props
  const { names, action, keep, close } = props
  const id = useId()
  const stage = draft((state) => state.stage)
  useFileField(form, draft, 'cover')
  return (
    <form {...form.props} id={id} aria-label={label} onInput={onInput} className="grid gap-6">
      <PlanNote kind={kind} draft={draft} />
      {file}
      <div className="grid gap-x-8 gap-y-5.5 md:grid-cols-[232px_minmax(0,1fr)]">
        <div className="grid content-start gap-5 max-md:contents">
          <CoverField
            draft={draft}
            purpose={kind === 'KIT' ? 'kitCover' : 'cover'}
            error={form.errors.cover}
            openDraft={openDraft}
          />
          <div className="grid gap-5 max-md:order-3">
            {beside}
            <VoiceTagField input={form.input('hasTag')} />
          </div>
        </div>
        <div className="grid content-start gap-5">{children}</div>
      </div>
      {footer &&
        createPortal(
          <FormFooter
            form={form}
            formId={id}
            names={names}
            isSending={stage !== 'open'}
            action={action}
            {...(keep && { keep })}
            close={close}
          />,
          footer,
        )}
    </form>
  )
}
