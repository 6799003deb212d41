import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Loaded } from '#web/on-demand/loaded.tsx'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { X } from '#web/ui/icons.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import { OVER } from './over.ts'
import { closeSheet, setBeside } from './panels.ts'
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

/** The queue, the playlist and recently played sounds: over the player on a phone, otherwise beside the page. */
export default function QueuePanel({ inSheet = false }: { inSheet?: boolean }) {
  if (inSheet)
    return (
      <Sheet open hasEntry onOpenChange={closeSheet} title="Listening">
        <Lists />
      </Sheet>
    )
  return <Beside />
}

/** No dialog: the page, the bar and all keys work on. */
function Beside() {
  const panel = useRef<HTMLElement>(null)
  useRootMark('listening')
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    opener.current = document.activeElement
    panel.current?.focus({ preventScroll: true })
  }, [])
  const close = () => {
    const hasFocus = panel.current?.contains(document.activeElement)
    setBeside(false)
    if (hasFocus && opener.current instanceof HTMLElement) opener.current.focus()
  }
  // from anywhere, since it may cover what has the focus
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector(OVER)) close()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Listening"
      className="slide-in fixed top-[65px] right-0 bottom-[calc(var(--player)+var(--tray))] z-20 flex w-105 flex-col border-l border-rail bg-wall shadow-pop outline-none max-lg:hidden"
    >
      <div className="flex flex-none items-center justify-between pt-4 pr-3 pl-6">
        <h2 className="text-xl leading-tight font-bold">Listening</h2>
        <IconButton label="Close" onClick={close}>
          <Icon of={X} size={20} />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-6">
        <Lists />
      </div>
    </aside>
  )
}

function Lists() {
  const [tab, setTab] = useState('queue')
  const now = usePlayer(soundNow)
  const state = usePlayer((player) => player.state)
  const stateOf = (sound: Sound) => {
    const current = isSame(now, sound)
    return { current, state: current ? state : ('paused' as const) }
  }
  const from = (source: string) => ({
    stateOf,
    onPlay: (list: Sound[], index: number) => toggle(list, list[index]!, source),
  })
  return (
    <Tabs label="Listening" value={tab} onChange={setTab} tabs={tabs}>
      <TabPanel value={tab} className="-mx-2 mt-3">
        {tab === 'queue' && <QueueList stateOf={stateOf} />}
        {tab === 'playlist' && <Loaded code={playlistList} {...from('playlist')} />}
        {tab === 'recent' && <Loaded code={recentList} {...from('recent')} />}
      </TabPanel>
    </Tabs>
  )
}
