import { Hash } from '#web/ui/icons.ts'
import type { Suggestions } from '#contract/search.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import { coverFolder } from './cover-folder.ts'
import { kinds } from './kinds.ts'
import type { Group, Option } from './suggestion-list.tsx'

const Words = ({ title, note }: { title: string; note?: string }) => (
  <span className="min-w-0">
    <span className="block truncate font-semibold text-ink">{title}</span>
    {note && <span className="block truncate text-[13px] text-soft">{note}</span>}
  </span>
)

const itemOption = (item: Suggestions['items'][number]): Option => ({
  key: `item-${item.id}`,
  value: paths.item(item),
  face: (
    <>
      {item.coverUrl && <Cover src={coverFolder(item.coverUrl)} size={40} className="size-10 flex-none rounded-xs" />}
      <Words title={item.title} note={`${kinds[item.kind].name} by ${item.artistName}`} />
    </>
  ),
})

type SuggestedProducer = Suggestions['producers'][number]

const producerFace = ({ displayName, avatarUrl, plan }: SuggestedProducer) => (
  <>
    <Avatar name={displayName} src={avatarUrl} size={32} />
    <Words title={displayName} />
    {plan !== 'free' && <PlanSeal plan={plan} />}
  </>
)

const producerOption = (producer: SuggestedProducer): Option => ({
  key: `producer-${producer.id}`,
  value: paths.profile(producer.id),
  face: producerFace(producer),
})

/** Producers by their names, for a field that takes one. */
export const namesOf = (producers: SuggestedProducer[]): Group[] =>
  producers.length === 0
    ? []
    : [
        {
          name: 'Producers',
          options: producers.map((producer) => ({
            key: `producer-${producer.id}`,
            value: producer.displayName,
            face: producerFace(producer),
          })),
        },
      ]

const styleOption = ({ slug, title, code, line }: Suggestions['styles'][number]): Option => ({
  key: `style-${slug}`,
  value: paths.style(slug),
  face: (
    <>
      <LineCode line={line}>{code}</LineCode>
      <Words title={title} />
    </>
  ),
})

const tagOption = (tag: string): Option => ({
  key: `tag-${tag}`,
  value: paths.search(tag),
  face: (
    <>
      <Icon of={Hash} size={16} />
      <Words title={tag} />
    </>
  ),
})

/** The groups in the order of display, without empty ones. */
export const groupsOf = ({ items, producers, tags, styles }: Suggestions): Group[] =>
  [
    { name: 'Items', options: items.map(itemOption) },
    { name: 'Producers', options: producers.map(producerOption) },
    { name: 'Tags', options: tags.map(tagOption) },
    { name: 'Styles', options: styles.map(styleOption) },
  ].filter(({ options }) => options.length > 0)
