// Toasts and tips wait for the first touch, or until the page is idle.
import '#web/ui/tips.ts'

export { default } from '#web/ui/toasts.tsx'
