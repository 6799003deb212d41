import { create } from 'zustand'
import { readStored, writeStored } from '#web/stored.ts'

const KEY = 'slide.letter-keys'

/** Whether single letters are keys of the player. Speech and shaky hands press them unintended (WCAG 2.1.4). */
export const useLetterKeys = create<{ on: boolean }>(() => ({ on: readStored(KEY) !== false }))

export function setLetterKeys(on: boolean) {
  useLetterKeys.setState({ on })
  writeStored(KEY, on ? null : false)
}

/** Tells the key that does the same as a button, as long as letters are keys. */
export function useKeyName() {
  const on = useLetterKeys((letters) => letters.on)
  return (letter: string) => (on ? { 'aria-keyshortcuts': letter } : {})
}
