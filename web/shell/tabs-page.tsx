import { useEffect, type ComponentType, type ReactNode } from 'react'
import { useRouter, useView } from '#web/router/hooks.ts'
import { useSession } from '#web/session/session.ts'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { chosenTab, shownTabs, type ChosenTab, type ScreenTab } from './screen-tabs.ts'

type Gate = ComponentType<{ children: ReactNode }>

/** A page whose tabs come from several features. The gate decides whether the visitor may see it. */
export const tabsPage = (title: string, Gate: Gate, tabs: readonly ScreenTab[]) => ({
  loader: chosenTab(title, tabs),
  Component: () => (
    <Gate>
      <TabsPage title={title} tabs={tabs} />
    </Gate>
  ),
})

/** The loader `chosenTab` has loaded the code of the chosen tab. */
function TabsPage({ title, tabs }: { title: string; tabs: readonly ScreenTab[] }) {
  const { value, Content } = useView().data as ChosenTab
  const auth = useSession((session) => session.auth)
  const { shown: shownNow, navigate } = useRouter()
  const address = (tab: string) => `?tab=${tab}`
  /** A press may come while the next tab loads or is about to be drawn, so the router tells which one is open. */
  function choose(tab: string) {
    const { view, isLoading } = shownNow()
    const isOpen = !isLoading && (view.data as ChosenTab | undefined)?.value === tab
    if (!isOpen) void navigate(address(tab), { preventScrollReset: true, staysHere: tab === value })
  }
  // signing in can hide the tab of the address
  const shown = shownTabs(tabs, auth)
  const isShown = shown.some((tab) => tab.value === value)
  useEffect(() => {
    if (!isShown) void navigate('?', { replace: true })
  }, [isShown, navigate])
  return (
    <div className="wrap pt-6 md:pt-10">
      <h1 className="disp mb-3 text-[48px] md:mb-5 md:text-[72px]">{title}</h1>
      <Tabs
        label={title}
        value={value}
        onChange={choose}
        href={address}
        tabs={shown.map((tab) => ({ value: tab.value, label: <Label key={value} tab={tab} /> }))}
        className="max-md:-mx-4 max-md:px-4"
      >
        <TabPanel value={value} className="mt-5 md:mt-8">
          <Content />
        </TabPanel>
      </Tabs>
    </div>
  )
}

/** The key of a label is the chosen tab: a change of the tab makes the labels anew, and each asks for its number again. */
const Label = ({ tab: { label, Count } }: { tab: ScreenTab }) =>
  Count ? (
    // hidden words of the number stay in the row that scrolls
    <span className="relative flex items-baseline gap-1.5">
      {label}
      <Count />
    </span>
  ) : (
    label
  )
