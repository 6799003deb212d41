import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { ask } from '#web/ui/ask.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Clock } from '#web/ui/icons.ts'
import { discardWaitingForm, type WaitingForm } from './waiting-forms.ts'

/** A form that the reload of the page has closed, with the buttons that open or forget it. */
export function WaitingEntry({ form }: { form: WaitingForm }) {
  const { kind, files, lacksFile } = form
  const names = new Intl.ListFormat('en').format(files)
  async function discard() {
    const question = { title: 'Discard this upload?', text: `${names} and what you typed are forgotten.` }
    if (await ask({ ...question, action: 'Discard', danger: true })) discardWaitingForm(form)
  }
  return (
    <div role="group" aria-label={names} className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
      <Icon of={Clock} size={22} className="flex-none text-soft" />
      <div className="min-w-0 flex-1">
        <p className="font-bold">{lacksFile ? 'An upload waits for its file' : 'An upload waits for its form'}</p>
        <p className="truncate text-[13px] text-dim">{names}</p>
      </div>
      <span className="flex flex-none gap-2">
        <Link to={paths.upload(kind)} className={buttonClass({ size: 36 })}>
          Continue<span className="sr-only"> with {names}</span>
        </Link>
        <Button look="ghost" size={36} onClick={() => void discard()}>
          Discard<span className="sr-only"> {names}</span>
        </Button>
      </span>
    </div>
  )
}
