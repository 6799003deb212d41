import { useState } from 'react'
import { Sheet } from '#web/ui/sheet.tsx'
import { show } from '#web/ui/show.ts'
import { QueueList } from './queue-list.tsx'

function QueuePanel() {
  const [open, setOpen] = useState(true)
  return (
    <Sheet open={open} onOpenChange={setOpen} title="Queue">
      <QueueList />
    </Sheet>
  )
}

export const openQueue = () => show(<QueuePanel />)
