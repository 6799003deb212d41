import type { ReactNode } from 'react'
import { KEYS } from '#contract/filter-values.ts'
import { LICENSE_NAMES, LICENSE_TYPES } from '#contract/license-types.ts'
import { musicKey } from '#web/items/format.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Field } from '#web/ui/field.tsx'
import { RangeSlider } from '#web/ui/range-slider.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { GenreChips, MoodChips } from './chips.tsx'
import { bpmOf } from './list-state.ts'
import { dollars } from './list-words.ts'
import { ANY, isAny, type Span } from './span.ts'
import { useDraft } from './use-draft.ts'
import type { List } from './use-list-state.ts'

/**
 * `pause` is the time until a slider's change is applied. It is 0 in the sheet, which applies all changes at the end.
 */
export type PanelProps = List & { pause: number }

const BPM = { min: 60, max: 200 }
const PRICE = { min: 0, max: 500, step: 10 }

/** All filters of a list: beside it, or in the sheet. */
export const FilterPanel = (props: PanelProps) => (
  <div className="grid gap-7">
    <Group title="Genre">
      <GenreChips {...props} />
    </Group>
    <BpmFilter {...props} />
    <KeyFilter {...props} />
    <Group title="Mood">
      <MoodChips {...props} />
    </Group>
    <PriceFilter {...props} />
    <LicenseFilter {...props} />
  </div>
)

export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-2 font-semibold">{title}</h3>
    {children}
  </div>
)

type Ends = { min: number; max: number }

/** At its ends a slider has no limit. */
const toThumbs = ([from, to]: Span, { min, max }: Ends) => {
  const within = (value: number) => Math.min(max, Math.max(min, value))
  return [within(from ?? min), within(to ?? max)] as const
}
const fromThumbs = ([from, to]: readonly [number, number], { min, max }: Ends): Span => [
  from === min ? null : from,
  to === max ? null : to,
]

function BpmFilter({ screen, state, change, address, pause }: PanelProps) {
  const span = bpmOf(screen, state)
  const widened = { bpm: isAny(span) ? null : ANY }
  const [thumbs, setThumbs] = useDraft(toThumbs(span, BPM), (to) => change({ bpm: fromThumbs(to, BPM) }, 'bpm'), pause)
  return (
    <div>
      <RangeSlider label="BPM" {...BPM} value={thumbs} onChange={setThumbs} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <Chip pressed={isAny(span)} href={address?.(widened)} onPress={() => change(widened)} className="max-md:h-11">
          Any BPM
        </Chip>
        <Switch
          className="max-md:min-h-11"
          checked={state.halfTime}
          onChange={(event) => change({ halfTime: event.target.checked })}
        >
          <span>
            Half-time<span className="sr-only">: 70 finds 140</span>
          </span>
        </Switch>
      </div>
    </div>
  )
}

function KeyFilter({ state: { key: chosen }, change }: PanelProps) {
  const compatible = chosen?.compatible ?? false
  const choose = (name: string) => {
    const known = KEYS.find((key) => key === name)
    change({ key: known ? { name: known, compatible } : null })
  }
  return (
    <div>
      <Field label="Key">
        {(control) => (
          <Select {...control} value={chosen?.name ?? ''} onChange={(event) => choose(event.target.value)}>
            <option value="">Any key</option>
            {KEYS.map((key) => (
              <option key={key} value={key}>
                {musicKey(key)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Switch
        className="mt-3 max-md:min-h-11"
        checked={compatible}
        disabled={!chosen}
        onChange={(event) => change({ key: chosen && { ...chosen, compatible: event.target.checked } })}
      >
        Compatible keys too
      </Switch>
    </div>
  )
}

function PriceFilter({ state, change, pause }: PanelProps) {
  const tell = (to: readonly [number, number]) => change({ price: fromThumbs(to, PRICE) }, 'price')
  const [thumbs, setThumbs] = useDraft(toThumbs(state.price, PRICE), tell, pause)
  const format = (value: number) => `${dollars(value)}${value === PRICE.max ? '+' : ''}`
  return <RangeSlider label="Price" {...PRICE} value={thumbs} onChange={setThumbs} format={format} />
}

const LicenseFilter = ({ state, change }: PanelProps) => (
  <Field label="License">
    {(control) => (
      <Select
        {...control}
        value={state.license ?? ''}
        onChange={(event) => change({ license: LICENSE_TYPES.find((type) => type === event.target.value) ?? null })}
      >
        <option value="">Any license</option>
        {LICENSE_TYPES.map((type) => (
          <option key={type} value={type}>
            {LICENSE_NAMES[type]}
          </option>
        ))}
      </Select>
    )}
  </Field>
)
