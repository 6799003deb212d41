import { MoodChips } from '#web/lists/chips.tsx'
import { Group, type PanelProps } from '#web/lists/filter-panel.tsx'
import { bpmOf } from '#web/lists/list-state.ts'
import { capital, dollars, spanName } from '#web/lists/list-words.ts'
import { OptionChips } from '#web/lists/option-chips.tsx'
import { ANY, sameSpan, type Span } from '#web/lists/span.ts'

const BPM: readonly Span[] = [ANY, [null, 130], [130, 145], [145, null]]
const PRICE: readonly Span[] = [ANY, [null, 20], [20, 40], [40, null]]

/** Beats of one style are similar, so three filters are enough. */
export function StylePanel({ screen, state, ...list }: PanelProps) {
  const bpm = bpmOf(screen, state)
  return (
    <div className="grid gap-7">
      <Group title="BPM">
        <OptionChips
          {...list}
          label="BPM"
          wrap
          options={BPM.map((span) => ({
            name: capital(spanName(span, String)),
            pressed: sameSpan(span, bpm),
            changed: { bpm: span === ANY ? null : span },
          }))}
        />
      </Group>
      <Group title="Price">
        <OptionChips
          {...list}
          label="Price"
          wrap
          options={PRICE.map((span) => ({
            name: capital(spanName(span, dollars)),
            pressed: sameSpan(span, state.price),
            changed: { price: span },
          }))}
        />
      </Group>
      <Group title="Mood">
        <MoodChips {...list} state={state} />
      </Group>
    </div>
  )
}
