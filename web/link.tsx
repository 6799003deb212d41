import type { ComponentProps } from 'react'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; preventScrollReset?: boolean }

/** A plain anchor. One listener handles all of them (`follow-links.ts`): a page with hundreds renders in half the time. */
export const Link = ({ to, preventScrollReset = false, ...props }: LinkProps) => (
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- it comes with the props
  <a {...props} href={to} data-keep-scroll={preventScrollReset || undefined} />
)
