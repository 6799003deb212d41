import { soundNow, usePlayer } from './player.ts'

/** Names the track in the tab's title while it plays. A new title of the page, or another track, replaces it. */
export function showInTab() {
  let page = document.title
  let shown = page
  const show = () => {
    if (document.title !== shown) page = document.title // a new page's; the observer comes later
    const player = usePlayer.getState()
    const sound = soundNow(player)
    const isNamed = sound && player.state !== 'paused' && !page.startsWith(sound.title)
    shown = isNamed ? `${[sound.title, sound.artistName].filter(Boolean).join(' by ')} | ${page}` : page
    if (document.title !== shown) document.title = shown
  }
  usePlayer.subscribe(show)
  new MutationObserver(show).observe(document.head, { subtree: true, childList: true, characterData: true })
}
