import { useState } from 'react'
import { useOptionalApi } from '#web/api/use-api.ts'
import { Switch } from '#web/ui/switch.tsx'
import { VoiceTagDialog } from './voice-tag-dialog.tsx'

/** Whether the preview carries a tag, and which one. */
export function VoiceTagField({ input }: { input: object }) {
  const [isOpen, setIsOpen] = useState(false)
  const own = useOptionalApi('GET /me/voice-tag')?.tag
  return (
    <div>
      <Switch {...input}>
        <span className="font-semibold">Voice tag in the preview</span>
      </Switch>
      <p className="mt-1.5 text-[13px] text-dim">
        {own ? `Your own tag, ${own.durationInSeconds.toFixed(1)} s.` : 'Slide’s own tag.'} Buyers get clean files.{' '}
        <button type="button" onClick={() => setIsOpen(true)} className="min-h-6 underline hover:text-ink">
          {own ? 'Change it' : 'Record or upload yours'}
        </button>
      </p>
      <VoiceTagDialog open={isOpen} onOpenChange={setIsOpen} />
    </div>
  )
}
