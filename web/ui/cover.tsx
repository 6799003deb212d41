import { cx } from './cx.ts'

export type CoverProps = {
  /** The folder of its sizes; empty where there is none. */
  src: string
  /** Width on the page in px: sets width and height, and picks the file. */
  size: number
  /** Where the width depends on the window: `(min-width: 769px) 20vw, 218px`. */
  sizes?: string
  alt?: string
  /** Above the fold: loaded at once, before others. */
  eager?: boolean
  className?: string
}

/** Square. Beside its title it says nothing new, hence the empty `alt`. */
export function Cover({ src, size, sizes = `${size}px`, alt = '', eager = false, className }: CoverProps) {
  const square = cx('block aspect-square bg-wall object-cover', className)
  if (!src) return <span className={square} />
  return (
    <img
      // loading before src: Safari decides as it reads
      {...(eager ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      decoding="async"
      src={`${src}/320.webp`}
      srcSet={`${src}/160.webp 160w, ${src}/320.webp 320w, ${src}/640.webp 640w`}
      sizes={sizes}
      width={size}
      height={size}
      alt={alt}
      className={square}
    />
  )
}
