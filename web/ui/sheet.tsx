import { Modal, type ModalProps } from './modal.tsx'

/** At the right edge; on a phone the whole screen. Filters, queue, cart. */
export function Sheet(props: ModalProps) {
  return <Modal {...props} className="fills-phone inset-y-0 right-0 w-full md:w-105 md:rounded-l-lg" />
}
