import type { IconNode } from 'lucide'
import { cx } from './cx.ts'

type Props = { of: IconNode; size: number; className?: string | undefined }

/** One of Lucide's drawings in the color of the text beside it. The meaning is always also in words. */
export const Icon = ({ of, size, className }: Props) => (
  <svg
    className={cx('icon', className)}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    aria-hidden
    dangerouslySetInnerHTML={drawn(of)}
  />
)

const drawings = new WeakMap<IconNode, { __html: string }>()

/** Serialized once for each drawing: a page holds some hundred and fifty icons. */
function drawn(node: IconNode) {
  const known = drawings.get(node)
  if (known) return known
  const drawing = { __html: node.map(([name, attributes]) => `<${name}${written(attributes)}/>`).join('') }
  drawings.set(node, drawing)
  return drawing
}

const written = (attributes: IconNode[number][1]) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
