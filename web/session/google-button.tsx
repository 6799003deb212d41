import { useId, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

export function GoogleButton({ children }: { children: ReactNode }) {
  const noteId = useId()
  return (
    <div className="grid gap-1.5">
      <Button
        aria-disabled
        aria-describedby={noteId}
        className="aria-disabled:cursor-not-allowed aria-disabled:text-dim"
      >
        <GoogleMark />
        {children}
      </Button>
      <p id={noteId} className="text-[13px] text-dim">
        Google sign-in isn’t open yet. Use your email.
      </p>
    </div>
  )
}

const GoogleMark = () => (
  <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
    <path d="M12.2 10.3v3.8h5.4c-.5 2.4-2.5 3.8-5.4 3.8a5.9 5.9 0 1 1 3.9-10.3l2.8-2.8A9.9 9.9 0 1 0 12.2 22c5.7 0 9.5-4 9.5-9.7 0-.7-.1-1.3-.2-2z" />
  </svg>
)
