import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Download } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { saveFile } from '#web/ui/save-file.ts'

/** Saves everything that proves a sale, for a bank that asks. */
export function EvidenceButton({ order: { id, number } }: { order: { id: number; number: string } }) {
  const pack = useAction({
    send: async () =>
      saveFile(await call('POST /admin/orders/:id/evidence', { params: { id } }), `evidence-${number}.zip`),
    failure: 'Couldn’t make the evidence pack.',
    refresh: ['GET /admin/actions'],
  })
  return (
    <Button look="ghost" loading={pack.pending} onClick={() => void pack.run(undefined)}>
      <Icon of={Download} size={17} />
      Evidence pack
    </Button>
  )
}
