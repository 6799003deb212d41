import { z } from 'zod'
import type { TextLimits } from './limits.ts'

/** The schema of a text with these limits; `clean` runs before they are checked. */
export function limitedText(limits: TextLimits, clean = (text: string) => text) {
  const { required, min, max, patterns = [], asTyped } = limits
  let schema = z.string(required).overwrite(clean)
  if (!asTyped) schema = schema.trim()
  if (required) schema = schema.min(1, required)
  if (min) schema = schema.min(...min)
  schema = schema.max(...max)
  for (const [pattern, fault] of patterns) schema = schema.regex(pattern, fault)
  return schema
}
