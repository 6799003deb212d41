import { create } from 'zustand'

/** The sheets of the player on a phone. The queue lies over the player. */
type Sheet = 'player' | 'queue'

/** `beside` is the queue beside the page of a wide window. */
export const usePanels = create<{ sheet: Sheet | null; beside: boolean }>(() => ({ sheet: null, beside: false }))

export const setBeside = (beside: boolean) => usePanels.setState({ beside })

const sheetNow = () => {
  const { sheet } = (history.state ?? {}) as { sheet?: unknown }
  return sheet === 'player' || sheet === 'queue' ? sheet : null
}

/** A sheet has an entry of its own in the history, so that Back closes it. The router knows nothing of it. */
export function openSheet(sheet: Sheet) {
  history.pushState({ ...(history.state as object), sheet }, '')
  usePanels.setState({ sheet })
}

let closes = false

export function closeSheet() {
  if (closes) return
  closes = true
  history.back()
}

/** Shows the sheet of the present entry in the history. */
export const followHistory = () => usePanels.setState({ sheet: sheetNow() })

/** `pageKey` is the router's key of the page on screen. A step to another sheet of the same page is not the router's. */
export function watchHistory(pageKey: string) {
  const onPop = (event: PopStateEvent) => {
    closes = false
    const { key } = (history.state ?? {}) as { key?: string }
    if (key !== pageKey || sheetNow() === usePanels.getState().sheet) return
    event.stopImmediatePropagation()
    followHistory()
  }
  addEventListener('popstate', onPop, { capture: true })
  return () => removeEventListener('popstate', onPop, { capture: true })
}
