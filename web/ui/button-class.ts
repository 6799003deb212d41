import { cx } from './cx.ts'

type ButtonLook = 'paper' | 'rail' | 'ghost'

export type ButtonStyle = {
  /** paper: the one primary action of a region. Everything else is rail or ghost. */
  look?: ButtonLook | undefined
  size?: 36 | 44 | undefined
}

/** For links that look like buttons: `<Link className={buttonClass({ look: 'rail' })}>`. */
export function buttonClass({ look = 'rail', size = 44 }: ButtonStyle, extra?: string) {
  return cx('btn', `btn-${look}`, size === 36 && 'btn-sm', extra)
}
