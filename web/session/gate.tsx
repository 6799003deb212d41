import type { ReactNode } from 'react'
import { SignInFirst } from './sign-in-first.tsx'
import { useSignInOnArrival } from './use-sign-in-on-arrival.ts'

/** Shows its children only to signed-in visitors. */
export function Gate({ children }: { children: ReactNode }) {
  const signedIn = useSignInOnArrival()
  if (signedIn) return children
  return (
    <div className="wrap py-16">
      <SignInFirst />
    </div>
  )
}
