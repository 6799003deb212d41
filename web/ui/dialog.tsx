import { cx } from './cx.ts'
import { Modal, type ModalProps } from './modal.tsx'

export type DialogProps = ModalProps & {
  /** 520 or, for forms in two columns, 860 px. */
  wide?: boolean
}

/** In the middle; on a phone the whole screen. */
export function Dialog({ wide = false, ...props }: DialogProps) {
  return (
    <Modal
      {...props}
      className={cx(
        'max-md:inset-0 md:top-1/2 md:left-1/2 md:max-h-[min(85dvh,60rem)] md:-translate-1/2 md:rounded-lg',
        wide ? 'md:w-[min(860px,calc(100%-64px))]' : 'md:w-[min(520px,calc(100%-64px))]',
      )}
    />
  )
}
