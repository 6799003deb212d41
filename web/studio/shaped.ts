import type { FormEvent } from 'react'

/** Attributes of a control that removes invalid characters during typing. */
export const shaped = (shape: (text: string) => string) => ({
  onInput: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const text = shape(currentTarget.value)
    if (text !== currentTarget.value) currentTarget.value = text
  },
})

/** Digits up to 300. */
export function shapeBpm(typed: string) {
  const digits = typed.replace(/\D/g, '').slice(0, 3)
  return Number(digits) > 300 ? '300' : digits
}
