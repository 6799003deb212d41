import { flushSync } from 'react-dom'
import type { Notification } from '#contract/notifications.ts'
import { call, callWhileClosing } from '#web/api/call.ts'
import { act } from '#web/api/use-action.ts'
import { useSession } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'
import { useDeleted } from './deleted.ts'
import { rowId } from './notice-row.tsx'

const TIME_TO_UNDO = 5_000

function show(id: number) {
  const others = { ...useDeleted.getState() }
  delete others[id]
  useDeleted.setState(others, true)
}

/**
 * Hides a notice at once and deletes it after the time to undo, which doesn't end while the focus or the mouse is in the
 * toast. If the page closes, it is deleted at once. If its account leaves before, it stays. `focus` moves the focus from the
 * toast back to the list; a press on Undo moves it to the row that came back.
 */
export function deleteLater({ id, read }: Notification, byKeyboard: boolean, focus: () => void) {
  useDeleted.setState({ [id]: { unread: !read } })
  const undoButton = { current: null as HTMLButtonElement | null }
  const toastId = toast(
    <span className="flex items-center gap-4">
      Notification deleted
      <button
        ref={(button) => {
          undoButton.current = button
          if (button && byKeyboard) button.focus()
        }}
        type="button"
        className="-my-2 rounded-sm px-2 py-2 font-bold underline underline-offset-4"
        onKeyDown={(event) => {
          if (event.key !== 'Tab' && event.key !== 'Escape') return
          event.preventDefault()
          focus()
        }}
        onClick={() => {
          flushSync(() => show(id))
          document.querySelector<HTMLElement>(`#${rowId(id)} > button`)?.focus()
          end()
        }}
      >
        Undo
      </button>
    </span>,
    { duration: Infinity },
  )
  let timer = setTimeout(onTime, TIME_TO_UNDO)
  const sendNow = () => void send(callWhileClosing)
  addEventListener('pagehide', sendNow)
  const forget = useSession.subscribe(({ auth }, before) => {
    if (auth?.userId === before.auth?.userId) return
    end()
    show(id)
  })

  function onTime() {
    const isHeld = undoButton.current?.closest('.toast')?.matches(':hover, :focus-within')
    if (isHeld) timer = setTimeout(onTime, TIME_TO_UNDO)
    else void send(call)
  }
  function end() {
    clearTimeout(timer)
    removeEventListener('pagehide', sendNow)
    forget()
    if (document.activeElement === undoButton.current) focus()
    toast.dismiss(toastId)
  }
  async function send(by: typeof call) {
    end()
    const remove = () => by('DELETE /notifications/:id', { params: { id } })
    const { done } = await act({ send: remove, failure: "Couldn't delete the notification." }, undefined)
    if (done) useDeleted.setState({ [id]: { unread: false } })
    else show(id)
  }
}
