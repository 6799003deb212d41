const LONGEST = 12
const KEPT = 10

/** Cuts a long title on narrow screens. Screen readers and searches get all of it. */
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
