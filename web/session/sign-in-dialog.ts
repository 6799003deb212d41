import { create } from 'zustand'

type SignInDialog = {
  open: boolean
  /** Why it opened, when the visitor did not ask for it. */
  reason: string | undefined
  /** Where to go afterwards; undefined: stay and go on with what was interrupted. */
  next: string | undefined
}

export const useSignInDialog = create<SignInDialog>(() => ({ open: false, reason: undefined, next: undefined }))

/** Callable from anywhere: a gate, a like, a button in the header. */
export const openSignIn = ({ reason, next }: { reason?: string; next?: string } = {}) =>
  useSignInDialog.setState({ open: true, reason, next })

export const closeSignIn = () => useSignInDialog.setState({ open: false })
