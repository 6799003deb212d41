import { create } from 'zustand'
import { MOST_CODES } from '#contract/cart-limits.ts'
import { listFrom, readStored, textFrom, writeStored } from '#web/stored.ts'

const KEY = 'slide.codes'

/** The discount codes of this tab's checkout. They are there again after a way through the provider's page. */
export const useCodes = create<{ codes: readonly string[] }>(() => ({
  codes: listFrom(readStored(KEY, 'tab'), textFrom).slice(0, MOST_CODES),
}))

export function keepCodes(codes: readonly string[]) {
  writeStored(KEY, codes.length ? codes : null, 'tab')
  useCodes.setState({ codes })
}
