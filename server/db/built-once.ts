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
 */
export function builtOnce<Given extends Record<string, unknown>, Row, Shape = undefined>(
  build: (db: Db, given: Given, shape: Shape) => Statement<Row>,
) {
  const built = new WeakMap<Db, Map<string, CompiledQuery<Row>>>()
  function queryFor(db: Db, given: Given, shape: Shape) {
    const known = built.get(db) ?? new Map<string, CompiledQuery<Row>>()
    built.set(db, known)
    const name = JSON.stringify(shape) ?? ''
    const places = () => Object.fromEntries(Object.keys(given).map((one) => [one, new Place(one)])) as Given
    const query = known.get(name) ?? build(db, places(), shape).compile(db)
    known.set(name, query)
    return query
  }
  return async (db: Db, given: Given, ...[shape]: undefined extends Shape ? [] : [Shape]): Promise<Row[]> => {
    const query = queryFor(db, given, shape as Shape)
    const parameters = query.parameters.map((value) => (value instanceof Place ? given[value.name] : value))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
