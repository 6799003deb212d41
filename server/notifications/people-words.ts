import type { Group } from './notify.ts'

/** 'Ada', 'Ada and Bo', 'Ada and 1 other', 'Ada, Bo and 12 others'. */
export function peopleWords({ names, others }: Group) {
  const all = others > 0 ? [...names, others === 1 ? '1 other' : `${others.toLocaleString('en')} others`] : names
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all.join('')
}
