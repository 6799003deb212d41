import type { ReactNode } from 'react'
import { urlOf } from '#contract/url-of.ts'

const ADDRESS = /https?:\/\/[^\s<>"]+/gi
/** Signs that end a sentence are no part of an address. */
const END = /[.,;:!?'*)\]}]+$/

/** Words with their addresses as links. Nothing else of a text is more than text. */
export function LinkedText({ children: text }: { children: string }) {
  const parts: ReactNode[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(END, '')
    const href = safeAddress(address)
    if (href === null) continue
    parts.push(text.slice(done, index))
    parts.push(
      <a
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="underline decoration-edge underline-offset-3 hover:decoration-ink"
      >
        {href}
      </a>,
    )
    done = index + address.length
  }
  parts.push(text.slice(done))
  return parts
}

/**
 * An address as the browser will open it: letters of other scripts and invisible ones are spelled out, so that none
 * looks like another. Addresses with a name before the host are no links.
 */
export function safeAddress(address: string) {
  const url = urlOf(address)
  if (!url) return null
  const { protocol, username, password, href } = url
  return /^https?:$/.test(protocol) && !username && !password ? href : null
}
