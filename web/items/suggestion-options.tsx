import { Hash } from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import type { Suggestions } from '#contract/search.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import { coverFolder } from './cover-folder.ts'
import { kinds } from './kinds.ts'

export type Option = { key: string; to: string; face: ReactNode }
export type Group = { name: string; options: Option[] }

const Words = ({ title, note }: { title: string; note?: string }) => (
  <span className="min-w-0">
    <span className="block truncate font-semibold text-ink">{title}</span>
    {note && <span className="block truncate text-[13px] text-soft">{note}</span>}
  </span>
)

const itemOption = (item: Suggestions['items'][number]): Option => ({
  key: `item-${item.id}`,
  to: paths.item(item),
  face: (
    <>
      {item.coverUrl && <Cover src={coverFolder(item.coverUrl)} size={40} className="size-10 flex-none rounded-xs" />}
      <Words title={item.title} note={`${kinds[item.kind].name} by ${item.artistName}`} />
    </>
  ),
})

const producerOption = ({ id, displayName, avatarUrl, plan }: Suggestions['producers'][number]): Option => ({
  key: `producer-${id}`,
  to: paths.profile(id),
  face: (
    <>
      <Avatar name={displayName} src={avatarUrl} size={32} />
      <Words title={displayName} />
      {plan !== 'free' && <PlanSeal plan={plan} />}
    </>
  ),
})

const styleOption = ({ slug, title, code, line }: Suggestions['styles'][number]): Option => ({
  key: `style-${slug}`,
  to: paths.style(slug),
  face: (
    <>
      <LineCode line={line}>{code}</LineCode>
      <Words title={title} />
    </>
  ),
})

const tagOption = (tag: string): Option => ({
  key: `tag-${tag}`,
  to: paths.search(tag),
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
