import type { ComponentProps } from 'react'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; preventScrollReset?: boolean }

/** A plain anchor: one listener follows them all (`follow-links.ts`), and a page of hundreds renders in half the time. */
export const Link = ({ to, preventScrollReset = false, ...props }: LinkProps) => (
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- it comes with the props
  <a {...props} href={to} data-keep-scroll={preventScrollReset || undefined} />
)
