import type { ComponentProps } from 'react'
import { BPM_LOWEST } from '#contract/filter-values.ts'
import { shapeDescription, TAGS_MOST_OF_ITEM, tagsOf } from '#contract/shaping.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { shapeBpm, shaped } from './shaped.ts'
import { TagsInput } from './tags-input.tsx'

type TagsProps = { value: string; error: string | undefined; onChange: (value: string) => void }

export const TagsField = ({ value, error, onChange }: TagsProps) => (
  <Field
    label={
      <>
        Tags and moods{' '}
        <span className="num font-normal text-dim">
          {tagsOf(value).length} of {TAGS_MOST_OF_ITEM}
        </span>
      </>
    }
    error={error}
  >
    {(control) => <TagsInput {...control} value={value} onChange={onChange} />}
  </Field>
)

type DescriptionProps = { input: object; error: string | undefined; optional?: boolean }

export const DescriptionField = ({ input, error, optional = false }: DescriptionProps) => (
  <Field label="Description" optional={optional} error={error}>
    {(control) => <Textarea {...control} {...input} {...shaped(shapeDescription)} rows={3} />}
  </Field>
)

/** A tempo. One that is out of range becomes the nearest when the person leaves the field. */
export const BpmInput = ({ onBlur, ...props }: ComponentProps<typeof Input>) => (
  <Input
    {...props}
    {...shaped(shapeBpm)}
    inputMode="numeric"
    onBlur={(event) => {
      const { currentTarget } = event
      if (currentTarget.value && Number(currentTarget.value) < BPM_LOWEST) currentTarget.value = String(BPM_LOWEST)
      onBlur?.(event)
    }}
  />
)
