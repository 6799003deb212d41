import type { ComponentType } from 'react'
import type { Visit } from '#web/router/page.ts'
import type { Auth } from '#web/session/auth-record.ts'
import { useSession } from '#web/session/session.ts'

/** One tab of a page. Its content is a chunk of its own. */
export type ScreenTab = {
  /** Its value in `?tab=`. */
  value: string
  label: string
  /** The title of the document, if it is not the label and the page's title. */
  title?: string
  /** A number behind the label. */
  Count?: ComponentType
  lazy: () => Promise<{ Component: ComponentType }>
  /** True for visitors who don't have this tab. */
  hiddenFrom?: (auth: Auth | null) => boolean
  /** A banned person still has it. */
  whileBanned?: true
  /** The page opens with it. Without this mark, it opens with the first tab. */
  isStart?: true
}

export type ChosenTab = { value: string; title: string; Content: ComponentType }

export const shownTabs = (tabs: readonly ScreenTab[], auth: Auth | null) =>
  tabs.filter((tab) => !tab.hiddenFrom?.(auth) && (!auth?.bannedAt || tab.whileBanned))

/** The loader of a page with tabs. Loads the code of the tab in the address, or of the tab with which the page opens. */
export const chosenTab =
  (page: string, tabs: readonly ScreenTab[]) =>
  async ({ url }: Visit): Promise<ChosenTab> => {
    const asked = url.searchParams.get('tab')
    const shown = shownTabs(tabs, useSession.getState().auth)
    const tab = shown.find(({ value }) => value === asked) ?? shown.find(({ isStart }) => isStart) ?? shown[0]
    if (!tab) throw new Error(`${page} has no tab to show`)
    const { Component: Content } = await tab.lazy()
    return { value: tab.value, title: `${tab.title ?? `${tab.label} | ${page}`} | Slide`, Content }
  }
