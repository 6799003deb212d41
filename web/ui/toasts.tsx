import { CircleAlert, CircleCheck, Info } from 'lucide'
import { resolveValue, useToaster, type Toast } from 'react-hot-toast/headless'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { ToastFrame } from './toast-frame.tsx'

const faces = {
  success: { bar: 'border-ok', icon: <Icon of={CircleCheck} size={20} className="text-ok" /> },
  error: { bar: 'border-bad', icon: <Icon of={CircleAlert} size={20} className="text-bad" /> },
  loading: { bar: 'border-edge', icon: <Spinner size={20} className="text-soft" /> },
  blank: { bar: 'border-info', icon: <Icon of={Info} size={20} className="text-info" /> },
}

const faceOf = ({ type }: Toast) => faces[type === 'custom' ? 'blank' : type]

/** What is said again takes the place of what was said before. They come newest first. */
const isNewest = ({ type, message }: Toast, at: number, all: Toast[]) =>
  all.findIndex((other) => other.type === type && other.message === message) === at

/**
 * One in the whole page. The headless half of react-hot-toast, as the other writes a <style>, which the content policy
 * refuses. Its own rules are ours: 20 at most; 4 s for words and errors, 2 s for success, loading stays.
 * The region, not the toast, is live: it is there before its words, and dialogs leave live regions to the ear.
 */
export default function Toasts() {
  const { toasts, handlers } = useToaster()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a resting mouse only holds the clock
    <div aria-live="polite" onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause} className="toasts">
      {toasts.filter(isNewest).map((toast) => {
        const { bar, icon } = faceOf(toast)
        return (
          <ToastFrame
            key={toast.id}
            role={toast.type === 'error' ? 'alert' : undefined}
            bar={bar}
            icon={icon}
            className={toast.visible ? undefined : 'translate-y-2 opacity-0'}
          >
            {resolveValue(toast.message, toast)}
          </ToastFrame>
        )
      })}
    </div>
  )
}
