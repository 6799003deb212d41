import type { Addressed, Letter } from './letter.ts'

/** The words of the HTML in the same order, with each address below its label. */
export function renderText({ origin, title, blocks, footer, unsubscribe }: Addressed) {
  const parts = ['Slide', title, ...blocks.map((block) => textOf(block, origin)), footer]
  if (unsubscribe) parts.push(`${unsubscribe.label}\n${unsubscribe.url}`)
  return `${parts.join('\n\n')}\n`
}

function textOf(block: Letter['blocks'][number], origin: string) {
  if (block.type === 'button') return `${block.label}\n${origin}${block.path}`
  return block.text
}
