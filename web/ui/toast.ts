/** `toast('…')`, `toast.success`, `toast.error`, `toast.loading`, `toast.dismiss`: callable anywhere; `Toasts` shows them. */
export { toast } from 'react-hot-toast/headless'
