import { useEffect, type ComponentType, type ReactNode } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { useSession } from '#web/session/session.ts'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { shownTabs, type ChosenTab, type ScreenTab } from './screen-tabs.ts'

type TabsPageProps = {
  title: string
  tabs: readonly ScreenTab[]
  /** Decides whether the visitor may see the page. */
  Gate: ComponentType<{ children: ReactNode }>
}

/** A page whose tabs come from several features. The loader `chosenTab` has loaded the code of the chosen tab. */
export function TabsPage({ title, tabs, Gate }: TabsPageProps) {
  const { value, Content } = useLoaderData<ChosenTab>()
  const auth = useSession((session) => session.auth)
  const navigate = useNavigate()
  const address = (tab: string) => `?tab=${tab}`
  // signing in can hide the tab of the address
  const shown = shownTabs(tabs, auth)
  const isShown = shown.some((tab) => tab.value === value)
  useEffect(() => {
    if (!isShown) void navigate('?', { replace: true })
  }, [isShown, navigate])
  return (
    <Gate>
      <div className="wrap pt-6 md:pt-10">
        <h1 className="disp mb-3 text-[48px] md:mb-5 md:text-[72px]">{title}</h1>
        <Tabs
          label={title}
          value={value}
          onChange={(tab) => void navigate(address(tab), { preventScrollReset: true })}
          href={address}
          tabs={shown}
          className="max-md:-mx-4 max-md:px-4"
        >
          <TabPanel value={value} className="mt-5 md:mt-8">
            <Content />
          </TabPanel>
        </Tabs>
      </div>
    </Gate>
  )
}
