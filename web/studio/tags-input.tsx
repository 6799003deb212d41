import { X } from '#web/ui/icons.ts'
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { MOODS } from '#contract/filter-values.ts'
import { shapeTags, TAG_LONGEST_OF_ITEM, tagsOf, TAGS_MOST_OF_ITEM } from '#contract/shaping.ts'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { tooLongIn } from './field-checks.ts'

type Props = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  /** With commas. */
  value: string
  onChange: (value: string) => void
}

/** Tags as chips. A comma or Enter makes one of the typed text; moods are tags too. */
export function TagsInput({ value, onChange, ...control }: Props) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const tags = tagsOf(value)
  const isFull = tags.length >= TAGS_MOST_OF_ITEM
  const [cut, setCut] = useState('')
  const long = tooLongIn(typed) || cut
  const has = (tag: string) => tags.some((one) => one.toLowerCase() === tag)
  const add = (text: string) => {
    setTyped('')
    setCut(tooLongIn(text))
    if (text.trim()) onChange(tagsOf([...tags, text]).join(', '))
  }
  const remove = (tag: string) => {
    onChange(tags.filter((one) => one.toLowerCase() !== tag.toLowerCase()).join(', '))
    input.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && typed.trim()) {
      event.preventDefault() // Enter would send the form
      add(typed)
    }
    if (event.key === 'Backspace' && !typed && tags.length > 0) remove(tags.at(-1)!)
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!text.includes(',')) return
    event.preventDefault()
    add(typed + text)
  }
  return (
    <>
      <div
        className={cx(
          'control flex h-auto min-h-12 flex-wrap items-center gap-1.5 p-1.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-ink',
          control['aria-invalid'] && 'border-bad',
        )}
      >
        {tags.map((tag) => (
          <span
            key={tag}
            className="inline-flex h-8 max-w-full items-center gap-0.5 rounded-xs bg-[oklch(1_0_0/.08)] pl-2.5 text-[14px] font-medium"
          >
            <span className="truncate">{tag}</span>
            <button
              type="button"
              aria-label={`Remove ${tag}`}
              onClick={() => remove(tag)}
              className="grid size-8 flex-none place-items-center rounded-xs text-soft hover:text-ink"
            >
              <Icon of={X} size={15} />
            </button>
          </span>
        ))}
        <input
          {...control}
          ref={input}
          name="tags"
          autoComplete="off"
          value={typed}
          readOnly={isFull}
          placeholder={isFull ? 'That is all twelve' : 'Add a tag'}
          onChange={({ target }) => {
            const text = shapeTags(target.value)
            if (text.includes(',')) add(text)
            else {
              setTyped(text)
              if (text) setCut('')
            }
          }}
          onKeyDown={onKey}
          onPaste={onPaste}
          onBlur={() => add(typed)}
          className="h-8 min-w-24 flex-1 bg-transparent px-1.5 text-base outline-none placeholder:text-dim"
        />
      </div>
      <p role="status" className={cx('text-[13px] wrap-anywhere text-warn', !long && 'sr-only')}>
        {long &&
          `A tag has up to ${TAG_LONGEST_OF_ITEM} letters. “${long}” ${cut ? 'became' : 'would be'} “${tagsOf(long)[0]}”.`}
      </p>
      <div role="group" aria-label="Moods" className="flex flex-wrap gap-2">
        {MOODS.map((mood) => (
          <Chip
            key={mood}
            pressed={has(mood)}
            disabled={isFull && !has(mood)}
            onPress={() => (has(mood) ? remove(mood) : add(mood))}
          >
            {mood[0]!.toUpperCase() + mood.slice(1)}
          </Chip>
        ))}
      </div>
    </>
  )
}
