import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export function Tag({ large = false, className, ...props }: ComponentProps<'span'> & { large?: boolean }) {
  return <span {...props} className={cx('tag', large && 'tag-lg', className)} />
}

export type TagListProps = {
  tags: readonly string[]
  /** The rest becomes +n. */
  max?: number
  large?: boolean
  className?: string
  /** `link={(tag, className) => <Link to={…} className={className}>{tag}</Link>}` */
  link?: (tag: string, className: string) => ReactNode
}

export function TagList({ tags, max = 3, large = false, className, link }: TagListProps) {
  if (tags.length === 0) return null
  const hidden = tags.length - max
  return (
    <ul className={cx('flex flex-wrap gap-1', className)}>
      {tags.slice(0, max).map((tag) => (
        <li key={tag} className="flex max-w-full">
          {link ? link(tag, cx('tag', large && 'tag-lg')) : <Tag large={large}>{tag}</Tag>}
        </li>
      ))}
      {hidden > 0 && (
        <li className="flex max-w-full">
          <Tag large={large} className="num">
            +{hidden}
            <span className="sr-only"> more tags</span>
          </Tag>
        </li>
      )}
    </ul>
  )
}
