import { Download, Flag, Ellipsis, Share2, Trash } from '#web/ui/icons.ts'
import { useState } from 'react'
import { ask } from '#web/ui/ask.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { Menu, MenuCheckItem, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { Piece, Section } from './section.tsx'

export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'wide' | 'sheet' | null>(null)
  const [loop, setLoop] = useState(true)
  const close = () => setOpen(null)
  const remove = async () => {
    const text = 'It leaves the store; those who bought it keep it.'
    if (await ask({ title: 'Delete Stairwell Sermon?', text, action: 'Delete', danger: true })) {
      toast.success('Deleted')
    }
  }
  const body = (
    <>
      <Field label="Name" className="pb-6">
        {(control) => <Input {...control} />}
      </Field>
      <TextSkeleton lines={6} />
    </>
  )
  const footer = (
    <Button look="paper" onClick={close}>
      Save
    </Button>
  )
  return (
    <Section title="Overlays">
      <Piece name="Dialog, wide dialog, sheet, confirm">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('wide')}>Wide dialog</Button>
        <Button onClick={() => setOpen('sheet')}>Sheet</Button>
        <Button onClick={() => void remove()}>Confirm</Button>
      </Piece>
      <Piece name="Menu, icon with a tip">
        <Menu
          align="start"
          trigger={
            <IconButton label="More">
              <Icon of={Ellipsis} size={20} />
            </IconButton>
          }
        >
          <MenuItem>
            <Icon of={Share2} size={18} />
            Share
          </MenuItem>
          <MenuItem disabled>
            <Icon of={Download} size={18} />
            Download
          </MenuItem>
          <MenuCheckItem checked={loop} onCheckedChange={setLoop}>
            Loop
          </MenuCheckItem>
          <MenuSeparator />
          <MenuItem onSelect={() => setOpen('dialog')}>
            <Icon of={Flag} size={18} />
            Report…
          </MenuItem>
          <MenuItem danger onSelect={() => void remove()}>
            <Icon of={Trash} size={18} />
            Delete…
          </MenuItem>
        </Menu>
        <IconButton label="Share" aria-keyshortcuts="S">
          <Icon of={Share2} size={20} />
        </IconButton>
      </Piece>
      <Piece name="Toasts">
        <Button onClick={() => toast('Link copied')}>Words</Button>
        <Button onClick={() => toast.success('Added to cart')}>Success</Button>
        <Button onClick={() => toast.error('Payment failed. Your card was not charged.')}>Error</Button>
        <Button onClick={() => toast.loading('Uploading stairwell-sermon-master-final-2.wav…')}>Loading</Button>
        <Button look="ghost" onClick={() => toast.dismiss()}>
          Dismiss all
        </Button>
      </Piece>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="Choose a license"
        description="What you may do with it."
        footer={footer}
      >
        {body}
      </Dialog>
      <Dialog size="wide" open={open === 'wide'} onOpenChange={close} title="Upload a beat" footer={footer}>
        {body}
      </Dialog>
      <Sheet open={open === 'sheet'} onOpenChange={close} title="Filters" footer={footer}>
        {body}
      </Sheet>
    </Section>
  )
}
