// Toasts, tips, the keeper of the focus and the second try of pictures wait for the first touch, or until the page is idle.
import '#web/ui/keep-focus.ts'
import '#web/ui/retry-pictures.ts'
import '#web/ui/tips.ts'

export { default } from '#web/ui/toasts.tsx'
