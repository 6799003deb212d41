import { useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { show } from '#web/ui/show.ts'
import { Switch } from '#web/ui/switch.tsx'
import { setLetterKeys, useLetterKeys } from './letter-keys.ts'

const keys: [keys: string[], does: string][] = [
  [['Space'], 'Play or pause'],
  [['←', 'J'], 'Five seconds back'],
  [['→', 'L'], 'Five seconds ahead'],
  [['N'], 'Next'],
  [['P'], 'Previous'],
  [['M'], 'Mute or unmute'],
  [['S'], 'Shuffle'],
  [['R'], 'Repeat: off, all, one'],
  [['?'], 'This help'],
]

function KeysHelp() {
  const [open, setOpen] = useState(true)
  const on = useLetterKeys((letters) => letters.on)
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Keys of the player">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {keys.map(([names, does]) => (
          <div key={does} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex gap-1.5">
              {names.map((name) => (
                <kbd
                  key={name}
                  className="num min-w-9 rounded-xs border border-edge bg-night px-2 py-1 text-center text-[13px] font-semibold"
                >
                  {name}
                </kbd>
              ))}
            </dt>
            <dd className="text-soft">{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        checked={on}
        onChange={(event) => setLetterKeys(event.target.checked)}
        className="mt-6 w-full flex-row-reverse justify-between border-t border-rail/60 pt-5"
      >
        <span>
          Single-letter keys
          <span className="block text-[14px] text-soft">
            Off, letters and ? do nothing. Space and arrow keys still work.
          </span>
        </span>
      </Switch>
    </Dialog>
  )
}

export const showKeysHelp = () => show(<KeysHelp />)
