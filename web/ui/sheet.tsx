import { Modal, type ModalProps } from './modal.tsx'

/** A panel at the right edge, the whole screen on a phone: filters, queue, cart. */
export function Sheet(props: ModalProps) {
  return <Modal {...props} fillsPhone className="inset-y-0 right-0 w-full md:w-105 md:rounded-l-lg" />
}
