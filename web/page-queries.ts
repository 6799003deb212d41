import { LIST_PARAMETERS } from '#web/lists/list-address.ts'

/** Query parameters that a page reads on the server, by route. Whatever else stands in its address makes no other page. */
export const pageQueries: Record<string, readonly string[]> = {
  browse: LIST_PARAMETERS,
  charts: LIST_PARAMETERS,
  search: LIST_PARAMETERS,
  'styles/:slug': LIST_PARAMETERS,
  producers: ['q', 'page'],
}
