import { create } from 'zustand'

type SignInDialog = {
  open: boolean
  /** The reason for opening, if the visitor did not ask for it. */
  reason: string | undefined
  /** The page after signing in. If undefined, the visitor stays and continues. */
  next: string | undefined
}

export const useSignInDialog = create<SignInDialog>(() => ({ open: false, reason: undefined, next: undefined }))

/** Can be called from anywhere: from a gate, a like, or a button in the header. */
export const openSignIn = ({ reason, next }: { reason?: string; next?: string } = {}) =>
  useSignInDialog.setState({ open: true, reason, next })

export const closeSignIn = () => useSignInDialog.setState({ open: false })
