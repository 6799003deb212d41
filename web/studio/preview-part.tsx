import { RefreshCw } from '#web/ui/icons.ts'
import { useState } from 'react'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { ownRoute } from '#web/items/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { OWN_READS } from './own-actions.ts'
import { VoiceTagField } from './voice-tag-field.tsx'

/** The preview of a beat. It is made from the audio, so it can't differ from what is sold. */
export function PreviewPart({ item }: { item: OwnItemDetail }) {
  const { id, kind, statusLabel, proposal } = item
  const [chosen, setChosen] = useState<boolean | null>(null)
  const hasTag = chosen ?? proposal?.preview?.hasTag ?? item.hasTag
  const remake = useAction({
    send: () => call('POST /me/beats/:id/preview', { params: { id }, body: { hasTag } }),
    success: 'The preview is made anew, and then reviewed.',
    failure: 'The preview could not be made anew.',
    refresh: [...OWN_READS, ownRoute(kind)],
  })
  const isProcessing = statusLabel === 'Processing'
  const isOnSale = statusLabel === 'Published' || statusLabel === 'Paused'
  return (
    <div role="group" aria-label="Preview">
      <p aria-hidden className="mb-1.5 font-semibold">
        Preview
      </p>
      <VoiceTagField input={{ checked: hasTag, onChange: () => setChosen(!hasTag) }} />
      <p className="mt-2.5 mb-3 text-[14px] text-soft">
        {isProcessing
          ? 'The files of this beat are in processing.'
          : isOnSale
            ? 'It waits for a review; the present one stays until then.'
            : 'The new preview takes the place of the present one, and the beat goes into review with it.'}
      </p>
      <Button size={36} loading={remake.pending || isProcessing} onClick={() => void remake.run(undefined)}>
        <Icon of={RefreshCw} size={15} />
        Make anew
      </Button>
    </div>
  )
}
