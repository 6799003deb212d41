import type { CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/** Stands for a value while a statement is built. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Statement<Row> = { compile: (db: Db) => CompiledQuery<Row> }

/**
 * A frequent statement that is built once: building it takes longer than running it. `build` must not look at the values
 * that it is given, only pass them on. It may look at `shape`: each shape is a statement of its own, so there must be few.
 * It marks the statement itself if its plan is kept, since a transaction may be the first to ask for it.
 */
export function builtOnce<Given extends Record<string, unknown>, Row, Shape = undefined>(
  build: (db: Db, given: Given, shape: Shape) => Statement<Row>,
) {
  const built = new Map<string, CompiledQuery<Row>>()
  function queryFor(db: Db, given: Given, shape: Shape) {
    const name = JSON.stringify(shape) ?? ''
    const known = built.get(name)
    if (known) return known
    const places = Object.fromEntries(Object.keys(given).map((one) => [one, new Place(one)])) as Given
    const plain = db.withoutPlugins()
    const query = build(plain, places, shape).compile(plain)
    built.set(name, query)
    return query
  }
  return async (db: Db, given: Given, ...[shape]: undefined extends Shape ? [] : [Shape]): Promise<Row[]> => {
    const query = queryFor(db, given, shape as Shape)
    const parameters = query.parameters.map((value) => (value instanceof Place ? given[value.name] : value))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
