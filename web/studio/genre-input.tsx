import { useId, type ComponentProps } from 'react'
import { shapeGenre } from '#contract/shaping.ts'
import { useOptionalApi } from '#web/api/use-api.ts'
import { Input } from '#web/ui/input.tsx'
import { shaped } from './shaped.ts'

/** A style of the shop, or free words. A style puts the item on its page. */
export function GenreInput(props: ComponentProps<typeof Input>) {
  const styles = useOptionalApi('GET /styles')?.items ?? []
  const listId = useId()
  return (
    <>
      <Input {...props} {...shaped(shapeGenre)} list={listId} autoComplete="off" />
      <datalist id={listId}>
        {styles.map(({ slug, title }) => (
          <option key={slug}>{title}</option>
        ))}
      </datalist>
    </>
  )
}
