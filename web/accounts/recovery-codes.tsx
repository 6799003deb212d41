import { useLeaveGuard } from '#web/forms/use-leave-guard.ts'
import { ask } from '#web/ui/ask.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Download } from '#web/ui/icons.ts'
import { saveFile } from '#web/ui/save-file.ts'

const textOf = (codes: string[]) => `Recovery codes for Slide. Each signs in once.\n\n${codes.join('\n')}\n`

const question = {
  title: 'Have you kept the codes?',
  text: 'They are not shown again.',
  action: 'I have kept them',
  back: 'Show them',
}

/** Shows codes that nobody sees again. So a key, a press beside them or Back does not close them at once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  useLeaveGuard(() => true, question)
  return (
    <Dialog
      open
      onOpenChange={() => void ask(question).then((isSure) => isSure && onClose())}
      title="Your recovery codes"
      description="Each signs in once, when you don’t have your device. Keep them where only you find them: they are not shown again."
      footer={
        <>
          <Button
            onClick={() => saveFile(new Blob([textOf(codes)], { type: 'text/plain' }), 'slide-recovery-codes.txt')}
          >
            <Icon of={Download} size={16} />
            Save as a file
          </Button>
          <Button look="paper" onClick={onClose}>
            I have kept them
          </Button>
        </>
      }
    >
      <ul
        aria-label="Recovery codes"
        className="num grid grid-cols-2 gap-x-4 gap-y-2 rounded-md bg-curb p-4 text-[17px]"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
