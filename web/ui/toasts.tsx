import { CircleAlert, CircleCheck, Info } from './icons.ts'
import { resolveValue, useToaster, type Toast } from 'react-hot-toast/headless'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { ToastFrame } from './toast-frame.tsx'
import { useReachableToasts } from './use-reachable-toasts.ts'

const faces = {
  success: { bar: 'border-ok', icon: <Icon of={CircleCheck} size={20} className="text-ok" /> },
  error: { bar: 'border-bad', icon: <Icon of={CircleAlert} size={20} className="text-bad" /> },
  loading: { bar: 'border-edge', icon: <Spinner size={20} className="text-soft" /> },
  blank: { bar: 'border-info', icon: <Icon of={Info} size={20} className="text-info" /> },
}

const faceOf = ({ type }: Toast) => faces[type === 'custom' ? 'blank' : type]

/** A repeated text replaces its earlier toast. The newest toast comes first. */
const isNewest = ({ type, message }: Toast, at: number, all: Toast[]) =>
  all.findIndex((other) => other.type === type && other.message === message) === at

/**
 * Rendered once in the whole page. It uses the headless half of react-hot-toast, since the other half writes a <style>,
 * which the content policy refuses. The library's limits are the specified ones: 20 toasts; 4 s for texts and errors,
 * 2 s for success, loading stays. The region is live, not the toast: screen readers announce only changes in a region
 * that they know, and open dialogs do not hide live regions.
 */
export default function Toasts() {
  const { toasts, handlers } = useToaster()
  const reachable = useReachableToasts(handlers)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- mouse and focus only hold the clock
    <div {...reachable} aria-live="polite" className="toasts">
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
