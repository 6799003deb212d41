import { cx } from './cx.ts'
import { Modal, type ModalProps } from './modal.tsx'

const sizes = {
  /** A question: at the bottom of the screen on a phone. */
  short: 'max-md:inset-x-0 max-md:bottom-0 max-md:rounded-t-lg md:w-[min(520px,calc(100%-64px))]',
  normal: 'max-md:inset-0 md:w-[min(520px,calc(100%-64px))]',
  /** A form in two columns. */
  wide: 'max-md:inset-0 md:w-[min(860px,calc(100%-64px))]',
}

export type DialogProps = ModalProps & { size?: keyof typeof sizes }

/** In the middle of the window; the whole screen on a phone. */
export function Dialog({ size = 'normal', ...props }: DialogProps) {
  return (
    <Modal
      {...props}
      fillsPhone={size !== 'short'}
      className={cx('md:top-1/2 md:left-1/2 md:max-h-[min(85dvh,60rem)] md:-translate-1/2 md:rounded-lg', sizes[size])}
    />
  )
}
