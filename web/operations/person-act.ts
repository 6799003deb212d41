import type { DeskPersonDetail } from '#contract/desk-people.ts'

/** A form in the place of a person's facts. */
export type PersonActProps = { person: DeskPersonDetail; onClose: () => void }

/** The calls whose answers an act on a person changes. */
export const DESK_PEOPLE = [
  'GET /admin/people',
  'GET /admin/people/:id',
  'GET /admin/overview/waiting',
  'GET /admin/actions',
] as const
