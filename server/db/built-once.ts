import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/** Stands for a value while a statement is built. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A frequent statement that is built once: building it takes longer than running it. `build` must not look at the values
 * that it is given, only pass them on.
 */
export function builtOnce<Given extends Record<string, unknown>, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
) {
  const built = new WeakMap<Db, CompiledQuery<Row>>()
  return async (db: Db, given: Given): Promise<Row[]> => {
    const places = () => Object.fromEntries(Object.keys(given).map((name) => [name, new Place(name)])) as Given
    const query = built.get(db) ?? build(db, places()).compile()
    built.set(db, query)
    const parameters = query.parameters.map((value) => (value instanceof Place ? given[value.name] : value))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
