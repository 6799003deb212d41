import { useSession } from './session.ts'
import { useSignInDialog } from './sign-in-dialog.ts'

/** Acts after the visitor has signed in by the open dialog. Closing the dialog cancels that. */
export function onceSignedIn(act: () => void) {
  const forget = [
    useSession.subscribe(({ auth }) => {
      if (!auth) return
      forget.forEach((stop) => stop())
      act()
    }),
    useSignInDialog.subscribe(({ open }) => {
      if (!open) forget.forEach((stop) => stop())
    }),
  ]
}
