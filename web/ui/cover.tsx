import { cx } from './cx.ts'

export type CoverProps = {
  /** The folder with the cover's sizes. Without a cover it is empty, and the place stays. */
  src: string
  /** Width on the page in px: sets width and height, and picks the file. */
  size: number
  /** `sizes` for a width that depends on the window: `(min-width: 769px) 20vw, 218px`. */
  sizes?: string
  alt?: string
  /** Above the fold: loaded at once, before other pictures. */
  eager?: boolean
  className?: string
}

/** A square picture. The title stands beside it, so `alt` is empty. */
export function Cover({ src, size, sizes = `${size}px`, alt = '', eager = false, className }: CoverProps) {
  const look = cx('block aspect-square bg-wall object-cover', className)
  if (!src) return <span className={look} />
  return (
    <img
      // `loading` stands before `src`: Safari decides while it reads the attributes
      {...(eager ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      decoding="async"
      src={`${src}/320.webp`}
      srcSet={`${src}/160.webp 160w, ${src}/320.webp 320w, ${src}/640.webp 640w`}
      sizes={sizes}
      width={size}
      height={size}
      alt={alt}
      className={look}
    />
  )
}
