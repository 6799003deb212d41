import type { Router, View } from './view.ts'

const nothing = () => {}

/** The router of a page that the server renders. It shows one view and goes nowhere. */
export function stillRouter(view: View): Router {
  const shown = { view, isLoading: false }
  return { shown: () => shown, listen: () => nothing, navigate: async () => {}, guardPage: nothing }
}
