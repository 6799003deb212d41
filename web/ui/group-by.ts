/** The entries by their key, in the order in which keys come first. Safari has `Map.groupBy` only since 17.4. */
export function groupBy<Key, Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => Key) {
  const groups = new Map<Key, Entry[]>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return groups
}
