import { BookmarkPlus, ChevronDown, Trash } from '#web/ui/icons.ts'
import { useState, useSyncExternalStore } from 'react'
import { useOptionalApi } from '#web/api/use-api.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuCheckItem, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import type { Tier } from './tier-values.ts'
import { RemovePresetsDialog, SavePresetDialog } from './preset-dialogs.tsx'
import { isTaken, take } from './preset-values.ts'

type Props = {
  form: {
    values: () => Tier
    set: (name: keyof Tier, value: string | boolean) => void
    follow: (listener: () => void) => () => void
  }
  touch?: (name: string) => void
}

/**
 * Fills the licenses with prices that are kept under a name, or with those of the newest item. A menu and no select:
 * arrow keys would take each choice of a select on their way, and open its dialogs.
 */
export function LicensePresets({ form, touch }: Props) {
  const { presets = [], newest = null } = useOptionalApi('GET /me/license-presets') ?? {}
  const [dialog, setDialog] = useState<'save' | 'remove' | null>(null)
  const choices = [
    ...presets.map(({ name, licenses }) => ({ label: name, licenses })),
    ...(newest ? [{ label: `As ${newest.title}`, licenses: newest.licenses }] : []),
  ]
  const taken = useSyncExternalStore(form.follow, () =>
    choices.findIndex(({ licenses }) => isTaken(licenses, form.values())),
  )
  const fill = (name: keyof Tier, value: string | boolean) => {
    form.set(name, value)
    touch?.(name)
  }
  const close = () => setDialog(null)
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className="control flex h-10 w-46.5 items-center justify-between gap-2 max-md:w-43 md:text-sm"
          >
            <span className="truncate">
              <span className={cx(taken >= 0 && 'sr-only')}>Use prices from </span>
              {choices[taken]?.label}
            </span>
            <Icon of={ChevronDown} size={18} className="flex-none text-soft" />
          </button>
        }
      >
        {choices.map(({ label, licenses }, at) => (
          <MenuCheckItem key={at} checked={at === taken} onSelect={() => take(licenses, fill)}>
            <span className="max-w-60 truncate">{label}</span>
          </MenuCheckItem>
        ))}
        {choices.length > 0 && <MenuSeparator />}
        <MenuItem onSelect={() => setDialog('save')}>
          <Icon of={BookmarkPlus} size={16} />
          Save these as a preset…
        </MenuItem>
        {presets.length > 0 && (
          <MenuItem onSelect={() => setDialog('remove')}>
            <Icon of={Trash} size={16} />
            Remove a preset…
          </MenuItem>
        )}
      </Menu>
      <SavePresetDialog open={dialog === 'save'} onClose={close} tiers={form.values} presets={presets} />
      <RemovePresetsDialog open={dialog === 'remove'} onClose={close} presets={presets} />
    </>
  )
}
