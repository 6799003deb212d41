import type { ItemDetail } from '#contract/item-detail.ts'
import { day, duration, exactly, keyName } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { TagList } from '#web/ui/tag.tsx'

type Props = { item: ItemDetail; isPublished?: boolean; className: string }

/** Facts, tags and the producer's description. */
export function Information({ item, isPublished = true, className }: Props) {
  return (
    <aside aria-label="About it" className={className}>
      <h2 className="text-[16px] font-bold">Information</h2>
      <dl className="num mt-3">
        {factsOf(item, isPublished).map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-t border-rail/60 py-2.5">
            <dt className="text-soft">{name}</dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {item.description && (
        <>
          <h2 className="mt-7 text-[16px] font-bold">Description</h2>
          <p className="mt-2.5 whitespace-pre-line text-soft wrap-anywhere">{item.description}</p>
        </>
      )}
      <SearchLinks title="For fans of" words={item.fansOf} />
      <SearchLinks title="Tags" words={item.tags} />
    </aside>
  )
}

/** Words that lead to the search for them. */
const SearchLinks = ({ title, words }: { title: string; words: string[] }) =>
  words.length > 0 && (
    <>
      <h2 className="mt-7 text-[16px] font-bold">{title}</h2>
      <TagList
        large
        tags={words}
        max={words.length}
        className="mt-3 gap-1.5"
        link={(word, look) => (
          <Link to={paths.search(word)} className={look}>
            {word}
          </Link>
        )}
      />
    </>
  )

function factsOf(item: ItemDetail, isPublished: boolean) {
  const { kind, createdAt, bpm, bpmMin, bpmMax, key, durationInSeconds, playCount, trackCount } = item
  const tempo = bpm ?? (bpmMin && bpmMax && (bpmMin === bpmMax ? bpmMin : `${bpmMin}–${bpmMax}`))
  const facts: [string, string | number | false | null | undefined][] = [
    ['Published', isPublished && day(createdAt)],
    ['BPM', tempo],
    ['Key', key && keyName(key)],
    ['Tracks', kind === 'PACK' ? trackCount : null],
    ['Length', kind === 'KIT' ? null : duration(durationInSeconds)],
    ['Plays', exactly(playCount)],
  ]
  return facts.filter(([, value]) => value)
}
