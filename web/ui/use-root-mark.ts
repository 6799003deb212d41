import { useLayoutEffect } from 'react'

const counts = new Map<string, number>()

/**
 * Tells the style sheet that something is on the page, by an attribute of the document's root: `useRootMark('chat')` sets
 * `data-chat`. A rule that looks from the root for what is inside (`html:has(#chat)`) would say the same, but the browser
 * would work out all styles of the page anew after each change anywhere.
 */
export function useRootMark(name: string, isOn = true) {
  useLayoutEffect(() => {
    if (!isOn) return
    count(name, 1)
    return () => count(name, -1)
  }, [name, isOn])
}

function count(name: string, by: number) {
  const now = (counts.get(name) ?? 0) + by
  counts.set(name, now)
  document.documentElement.toggleAttribute(`data-${name}`, now > 0)
}
