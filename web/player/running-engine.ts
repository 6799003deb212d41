import { useSession } from '#web/session/session.ts'
import { countListening } from './count-plays.ts'
import { dropSoundsOfAccount, loadAt } from './engine.ts'
import { watchDocument } from './events.ts'
import { keepPlayer, restorePlayer } from './keep-player.ts'
import { watchKeys } from './keys.ts'
import { showOnLockScreen } from './lock-screen.ts'
import { soundNow, usePlayer } from './player.ts'
import { showInTab } from './tab-title.ts'

export * from './engine.ts'
export * from './add-to-queue.ts'
export { openKeysHelp } from './keys-code.ts'

/**
 * Restores the player of the last page, paused. If a sound was pressed meanwhile, only volume, shuffle and repeat are
 * restored. That press may have failed, as this code could not be loaded: the next one resumes its sound.
 */
function restore() {
  const kept = restorePlayer()
  const { queue: pressed } = usePlayer.getState()
  const isPressed = pressed.index >= 0
  const { shuffle, repeat } = kept.player.queue // the pressed list is shuffled when it starts
  usePlayer.setState({ ...kept.player, ...(isPressed && { queue: { ...pressed, shuffle, repeat } }) })
  const sound = soundNow(usePlayer.getState())
  if (sound) loadAt(sound, isPressed ? 0 : kept.seconds)
}

restore()
keepPlayer()
countListening()
showOnLockScreen()
showInTab()
watchDocument()
watchKeys()
useSession.subscribe(({ auth }, before) => {
  if (auth?.userId !== before.auth?.userId) dropSoundsOfAccount()
})
