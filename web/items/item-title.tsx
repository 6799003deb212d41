const LONGEST = 12
const KEPT = 10

/** A long title is cut on narrow screens, to be seen only: it is heard, found and pointed at in full. */
export function ItemTitle({ title }: { title: string }) {
  const letters = Array.from(title)
  if (letters.length <= LONGEST) return title
  return (
    <>
      <span className="max-md:sr-only">{title}</span>
      <span aria-hidden className="md:hidden">
        {letters.slice(0, KEPT).join('')}…
      </span>
    </>
  )
}
