import { useState } from 'react'
import { Loaded } from '#web/on-demand/loaded.tsx'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { show } from '#web/ui/show.ts'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { soundNow, toggle, usePlayer } from './player.ts'
import { QueueList } from './queue-list.tsx'
import { isSame, type Sound } from './sound.ts'

const playlistList = onDemand(() => import('#web/playlist/playlist-list.tsx'))
const recentList = onDemand(() => import('./recent-list.tsx'))

const tabs = [
  { value: 'queue', label: 'Queue' },
  { value: 'playlist', label: 'Playlist' },
  { value: 'recent', label: 'Recently played' },
]

/** Tabs for the queue, the playlist and recently played sounds. */
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
          {tab === 'queue' && <QueueList stateOf={stateOf} />}
          {tab === 'playlist' && <Loaded code={playlistList} {...from('playlist')} />}
          {tab === 'recent' && <Loaded code={recentList} {...from('recent')} />}
        </TabPanel>
      </Tabs>
    </Sheet>
  )
}

export const openQueue = () => show(<QueuePanel />)
