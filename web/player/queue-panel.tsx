import { lazy, Suspense, useState } from 'react'
import { Sheet } from '#web/ui/sheet.tsx'
import { show } from '#web/ui/show.ts'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { soundNow, toggle, usePlayer } from './player.ts'
import { QueueList } from './queue-list.tsx'
import { isSame, type Sound } from './sound.ts'

const PlaylistList = lazy(() => import('./playlist-list.tsx').then((list) => ({ default: list.PlaylistList })))
const RecentList = lazy(() => import('./recent-list.tsx').then((list) => ({ default: list.RecentList })))

const tabs = [
  { value: 'queue', label: 'Queue' },
  { value: 'playlist', label: 'Playlist' },
  { value: 'recent', label: 'Recently played' },
]

/** What comes, what one keeps, and what one has heard. */
function QueuePanel() {
  const [open, setOpen] = useState(true)
  const [tab, setTab] = useState('queue')
  const now = usePlayer(soundNow)
  const state = usePlayer((player) => player.state)
  const stateOf = (sound: Sound) => {
    const current = isSame(now, sound)
    return { current, playing: current && state !== 'paused' }
  }
  const from = (source: string) => ({
    stateOf,
    onPlay: (list: Sound[], index: number) => toggle(list, list[index]!, source),
  })
  return (
    <Sheet open={open} onOpenChange={setOpen} title="Listening">
      <Tabs label="Listening" value={tab} onChange={setTab} tabs={tabs}>
        <TabPanel value={tab} className="-mx-2 mt-3">
          <Suspense>
            {tab === 'queue' && <QueueList stateOf={stateOf} />}
            {tab === 'playlist' && <PlaylistList {...from('playlist')} />}
            {tab === 'recent' && <RecentList {...from('recent')} />}
          </Suspense>
        </TabPanel>
      </Tabs>
    </Sheet>
  )
}

export const openQueue = () => show(<QueuePanel />)
